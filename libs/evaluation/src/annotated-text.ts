import { z } from 'zod';
import {
  ENTITY_TYPES,
  SUPPORTED_LANGUAGES,
  languageOf,
  type EntityType,
  type Language,
} from '@app/anonymization';
import { AppError } from '@app/common';

/** A value in a text. Offsets are UTF-16 code units. */
export interface AnnotatedValue {
  start: number;
  end: number;
  kind: EntityType;
}

/** A text, and the values that a person marked in it. */
export interface AnnotatedText {
  text: string;
  language: Language;
  values: readonly AnnotatedValue[];
}

const KIND = `must be one of ${ENTITY_TYPES.join(', ')}`;
const line = z.strictObject({
  text: z.string().min(1),
  lang: z.string().optional(),
  values: z.array(
    z.strictObject({
      start: z.int().min(0),
      end: z.int(),
      kind: z.enum(ENTITY_TYPES, { error: KIND }),
    }),
  ),
});

/**
 * Reads one line of a file of annotated texts: `{"text", "lang", "values": [{"start", "end", "kind"}]}`. Without `lang`, the
 * language is guessed.
 *
 * @param number the number of the line, for errors
 * @throws AppError `bad_request` that names line and field, and quotes nothing
 */
export function readAnnotatedText(json: string, number: number): AnnotatedText {
  const { text, lang, values } = parsed(json, number);
  const fault = misplaced(values, text);
  if (fault) throw faulty(number, `values[${fault.index}] ${fault.problem}`);
  try {
    return { text, language: languageOf(text, lang), values };
  } catch (error) {
    throw faulty(number, `lang must be one of ${SUPPORTED_LANGUAGES}`, error);
  }
}

/** Returns the first value that is not within the text, or overlaps another one. */
export function misplaced(
  values: readonly AnnotatedValue[],
  text: string,
): { index: number; problem: string } | undefined {
  const index = values.findIndex(({ end, start }) => end <= start || end > text.length);
  if (index >= 0) return { index, problem: 'must end after its start, and within the text' };
  const order = [...values.keys()].sort((a, b) => values[a]!.start - values[b]!.start);
  const second = order.find((at, i) => i > 0 && values[order[i - 1]!]!.end > values[at]!.start);
  return second === undefined ? undefined : { index: second, problem: 'must not overlap another value' };
}

function parsed(json: string, number: number): z.infer<typeof line> {
  let content: unknown;
  try {
    content = JSON.parse(number === 1 ? json.replace(/^\uFEFF/, '') : json);
  } catch (error) {
    throw faulty(number, 'is not valid JSON', error);
  }
  const { data, error } = line.safeParse(content);
  if (data) return data;
  const [issue] = error.issues;
  const field = issue!.path.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${String(key)}`),
    '',
  );
  throw faulty(number, `${field || 'the object'} ${problemOf(issue!)}`, error);
}

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'has an unknown field';
    case 'invalid_type':
      return `must be of the type ${issue.expected}`;
    case 'invalid_value':
      return issue.message;
    default:
      return 'is out of its range';
  }
}

const faulty = (number: number, problem: string, cause?: unknown): AppError =>
  new AppError('bad_request', `Line ${number} of the annotated texts: ${problem}`, {}, { cause });

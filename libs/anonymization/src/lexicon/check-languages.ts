import type { z } from 'zod';
import { LANGUAGE_CODES } from '../../data/languages';
import { languageText, parseLanguageFile } from './language-file';
import { languageSchema } from './language-schema';

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

/**
 * Validates the files of all languages. The build calls it.
 *
 * @throws Error that names each wrong key with its file, and what it must be
 */
export function checkLanguages(): void {
  const faults = LANGUAGE_CODES.flatMap((code) => faultsOfLanguage(code, languageText(code)));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/**
 * Returns the faults in the file of a language: "languages/de.json: dates.months must have 12 entries".
 *
 * @throws Error that names the file if it is not JSON
 */
export function faultsOfLanguage(code: string, text: string): string[] {
  const { data, error } = languageSchema.safeParse(parseLanguageFile(code, text), { error: messageOf });
  const faults = error?.issues.flatMap(describe) ?? [];
  if (data?.request?.tags.includes(code) === false) faults.push(`request.tags must include "${code}"`);
  return faults.map((fault) => `languages/${code}.json: ${fault}`);
}

/** Returns what is wrong, as the predicate of a sentence that begins with the key. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small')
    return `must have ${issue.exact ? '' : 'at least '}${entries(issue.minimum)}`;
  if (issue.code === 'too_big') return `must have ${entries(issue.maximum)}`;
  return undefined;
}

const entries = (count: number | bigint): string => (count === 1 ? '1 entry' : `${count} entries`);

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathOf([...issue.path, key])} is not a known key`);
  return [`${pathOf(issue.path)} ${issue.message}`];
}

/** Returns `dates.months[3]`, or "the file" for all of it. */
function pathOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '') || 'the file';
}

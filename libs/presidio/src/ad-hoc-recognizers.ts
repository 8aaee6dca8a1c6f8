import { z } from 'zod';
import { TermFinder } from '@app/anonymization';
import { TimeSlice } from '@app/common';

const MOST_RECOGNIZERS = 10;
const MOST_PATTERNS = 20;
const MOST_WORDS = 1_000;
const LONGEST = 512;

const text = z
  .string({ error: 'must be a text' })
  .min(1, { error: 'must not be empty' })
  .max(LONGEST, { error: `must have at most ${LONGEST} characters` });
const list = <T extends z.ZodType>(of: T, most: number) => {
  const error = `must be a list of at most ${most} entries`;
  return z.array(of, { error }).max(most, { error });
};

/** Presidio's default: `.` matches line breaks, `^` and `$` match at lines, and case is ignored. */
const FLAGS = '(?ims)';
const pattern = z.object(
  {
    regex: text.superRefine((regex, context) => {
      const { problem } = TermFinder.checkPattern(FLAGS + regex);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
    score: z.number({ error: 'must be a number' }).min(0).max(1),
  },
  { error: 'must be an object' },
);

/** Recognizers of one request, as Presidio's clients write them. `context` changes no score. */
export const adHocRecognizers = list(
  z.object(
    {
      supported_entity: text,
      patterns: list(pattern, MOST_PATTERNS).nullish(),
      deny_list: list(text, MOST_WORDS).nullish(),
    },
    { error: 'must be an object' },
  ),
  MOST_RECOGNIZERS,
);

interface Finder {
  entityType: string;
  score: number;
  terms: TermFinder;
}

/** A value that a recognizer of the request found, in UTF-16 code units. */
export interface AdHocValue {
  start: number;
  end: number;
  entityType: string;
  score: number;
}

/** Finds values by the patterns and words of one request. */
export class AdHocFinders {
  private constructor(private readonly finders: readonly Finder[]) {}

  static async of(recognizers: z.infer<typeof adHocRecognizers>, signal: AbortSignal): Promise<AdHocFinders> {
    const slice = new TimeSlice(signal);
    const finders: Finder[] = [];
    for (const { supported_entity: entityType, patterns, deny_list: words } of recognizers) {
      for (const { regex, score } of patterns ?? [])
        finders.push({ entityType, score, terms: await TermFinder.of([{ pattern: FLAGS + regex }], slice) });
      const phrases = (words ?? []).map((phrase) => ({ phrase }));
      if (phrases.length > 0)
        finders.push({ entityType, score: 1, terms: await TermFinder.of(phrases, slice) });
    }
    return new AdHocFinders(finders);
  }

  async find(searched: string, signal: AbortSignal): Promise<AdHocValue[]> {
    const slice = new TimeSlice(signal);
    const found: AdHocValue[] = [];
    for (const { entityType, score, terms } of this.finders)
      for (const { start, end } of await terms.find(searched, slice))
        found.push({ start, end, entityType, score });
    return found;
  }
}

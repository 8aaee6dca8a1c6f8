import type { EntityType } from '../entity-type';
import { type Gender, genderBefore } from '../lexicon/titles';
import type { ReadableText } from '../readable/readable-text';
import type { Span } from '../spans/span';
import { wordsOf } from '../text/words';
import type { AnonymizeInput } from './anonymized-text';

/** A text of a request, and how it reads. */
export interface ReadInput extends AnonymizeInput {
  readable: ReadableText;
}

export interface FoundValue {
  type: EntityType;
  /** As it is written: what restoring puts back */
  original: string;
  /** As it reads: who or what it is */
  reading: string;
  canonical?: string;
  gender?: Gender;
}

/** What stands in a span of a text. */
export function foundValue({ text, readable }: ReadInput, span: Span): FoundValue {
  const { start, end, type, canonical } = span;
  const gender = genderBefore(readable.text, readable.toReadable(span).start);
  return {
    type,
    original: text.slice(start, end),
    reading: readable.slice(start, end),
    ...(canonical !== undefined && { canonical }),
    ...(gender && { gender }),
  };
}

/** Whether the words of a value are written in another way than they read: `Bj\u00f6rn`, not `BJÖRN`. */
export function isEncoded({ original, reading }: Pick<FoundValue, 'original' | 'reading'>): boolean {
  return original !== reading && plainWords(original) !== plainWords(reading);
}

const plainWords = (text: string): string =>
  [...wordsOf(text)].map((word) => word.text.normalize('NFC')).join(' ');

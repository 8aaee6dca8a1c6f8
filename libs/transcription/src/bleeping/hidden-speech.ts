import type { TimeSpan } from '../speech/speech-piece';

/** A segment with values that are hidden in its text. */
export interface HiddenSpeech extends TimeSpan {
  /** The times of the words that the values span. */
  words: TimeSpan[];
  /** The values. */
  values: string[];
}

/** Shorter parts of values, such as an initial, appear in other words. */
const LEAST_LETTERS = 3;

/** Returns whether a text contains one of the values, or a part of it. */
export function contains(text: string, values: readonly string[]): boolean {
  const heard = new Set(wordsOf(text));
  const whole = joined(text);
  return values.some(
    (value) =>
      wordsOf(value).some((word) => word.length >= LEAST_LETTERS && heard.has(word)) ||
      (joined(value).length >= LEAST_LETTERS && whole.includes(joined(value))),
  );
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const joined = (text: string): string => wordsOf(text).join('');

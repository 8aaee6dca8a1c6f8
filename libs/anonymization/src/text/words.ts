import { matchesOf } from '@app/common';
import type { Range } from './spans/ranges';

export interface Word extends Range {
  text: string;
}

/** A blank written as an escape of JSON or code (`\n`) is not part of the word after it. */
const WORD = /\\[nrt](?=[\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** Yields runs of letters, marks and digits, in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of matchesOf(WORD, text)) {
    const [word] = match;
    if (!word.startsWith('\\')) yield { start: match.index, end: match.index + word.length, text: word };
  }
}

/** Returns whether `index` is inside a word: the characters before and after it both belong to it. */
export function splitsWord(text: string, index: number): boolean {
  return index < text.length && isWordAt(text, index) && followsWord(text, index);
}

/** Returns whether a word ends at or continues across `index`. */
export function followsWord(text: string, index: number): boolean {
  if (index <= 0 || !isWordAt(text, index - 1)) return false;
  return !(text[index - 2] === '\\' && 'nrt'.includes(text[index - 1] ?? ''));
}

/** Returns whether the character with the code unit at `index` belongs to a word. */
export function isWordAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (Number.isNaN(unit)) return false;
  if (unit < 0x80)
    return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  const start = unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
}

/** Returns whether a code unit is white space like `\s`. It is fast, because it is called for every character. */
export function isBlank(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 9 && unit <= 13);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(unit)
  );
}

/** Returns `index`, or the index after it if it divides a surrogate pair. */
export function characterStart(text: string, index: number): number {
  return isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))
    ? index + 1
    : index;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

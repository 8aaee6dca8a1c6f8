import { matchesOf } from '@app/common';
import { isCopula } from '../../../lexicon/cue-words';
import { foldCue } from '../../../lexicon/fold';
import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';
import type { SearchedText } from '../../searched-text';

/** `4471`, `1917#`, `*6140`, `A7713`, `5-2-8-0`, `60 44 12`, `60-44-12`; not amounts and measures */
const VALUE =
  /(?<![\p{L}\p{N}*#]|[\p{L}\p{N}][.,:/-])(?:[*#]?\d{3,8}[*#]?|\d(?:-\d){3,7}|\d{2} \d{2}(?: \d{2})?|\d{2}-\d{2}-\d{2}|\p{Lu}{1,2}\d{3,6}\p{Lu}?|\d{3,6}\p{Lu}[*#]?)(?![\p{L}\p{N}*#]|[.,:/-]\d|\s?(?:[€£$%°]|(?:EUR|[Ee]uros?|USD|[kMG]?Hz|[KMG]B|[cmk]?m[²2³3]?|ms|kg|min|rpm)(?![\p{L}\p{N}])))/gu;
/** Digits with a hyphen between each, a layout that no other number has. */
const DIGIT_BY_DIGIT = /^\d(?:-\d)+$/;
const DIGITS_ONLY = /^[\d ]+$/;
const YEAR = /^(?:19|20)\d{2}$/;
/** The maximum distance between the lock and the word for its code, and between both and the code. */
const REACH = 60;
/** The length of the longest value with the text that decides whether it is one. */
const LONGEST = 28;
/** The beginning of the next sentence, or of the next field of a program: `"code":`, `code=`. */
const ENDS_SENTENCE = /[.!?;]\s|["']\s?:|\w=|\n\s*\n/u;
const BEHIND_COMMA = /,\s?["'„“«]?$/u;
const BEHIND_BRACKET = /\(\s?["'„“«]?$/u;
const BEHIND_SIGN = /(?:^|[:=]\s?|\s)["'„“«]$|[:=]\s?$/u;
/** Words of a sentence that are neither German nouns nor names. */
const LAST_WORDS = /(?:(?<!\p{L})\p{Ll}+\s+){1,3}$/u;
const ONE_WORD = /^\p{Ll}+\s$/u;

/**
 * Finds codes for an entrance, a gate or a safe. The sentence must name both the code and the lock, or a PIN. The value is
 * set off from the sentence or follows "is", up to two words later: "the code for the back gate has changed, 4471#".
 */
export function accessCodesIn(searched: SearchedText): Range[] {
  const { text } = searched;
  const locks = searched.announced('lock').map(({ start }) => start);
  const codes = locks.length > 0 ? searched.announced('code', 'secret') : [];
  return [
    ...codes.flatMap((code) => {
      const lock = lockBeside(text, code.start, locks);
      return lock === undefined ? [] : codeBehind(text, code, lock);
    }),
    // "The code is" is weaker evidence than "the PIN is", so it needs a lock.
    ...searched
      .announced('pin')
      .flatMap((pin) => (pin.by === 'field' || pin.kinds.includes('code') ? [] : codeBehind(text, pin))),
    ...locks.flatMap((start) => {
      const value = valueAt(text, start);
      return value && DIGIT_BY_DIGIT.test(value) ? [{ start, end: start + value.length }] : [];
    }),
  ];
}

/** @param lock the position of the lock's name: the value follows it. A PIN needs none. */
function codeBehind(text: string, { start, by }: Announcement, lock?: number): Range[] {
  const near = text.slice(start, start + REACH + LONGEST);
  for (const { 0: value, index } of matchesOf(VALUE, near)) {
    const before = near.slice(0, index);
    if (index > REACH || ENDS_SENTENCE.test(before)) break;
    const at = start + index;
    if (lock !== undefined && lock > at) continue;
    const after = near.slice(index + value.length);
    const follows =
      before === ''
        ? lock !== undefined && followsAtOnce(value, by)
        : (by === 'copula' && ONE_WORD.test(before) && !YEAR.test(value)) || leadsTo(before, value, after);
    if (follows) return [{ start: at, end: at + value.length }];
  }
  return [];
}

/** Returns the first of the locks, which are sorted, that is named near a position in its sentence. */
function lockBeside(text: string, place: number, locks: readonly number[]): number | undefined {
  let [from, to] = [0, locks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (locks[middle]! < place - REACH) from = middle + 1;
    else to = middle;
  }
  for (let i = from; i < locks.length && locks[i]! <= place + REACH; i += 1)
    if (isOneSentence(text, locks[i]!, place)) return locks[i];
  return undefined;
}

/**
 * Returns whether a value follows directly: "code 4471", not "code 404" and "code 2019". Other code finds values
 * directly after "PIN".
 */
function followsAtOnce(value: string, by: Announcement['by']): boolean {
  return !YEAR.test(value) && (by !== 'word' || !DIGITS_ONLY.test(value) || value.length >= 4);
}

/** Returns whether a sentence leads to its value at this position. */
function leadsTo(before: string, value: string, after: string): boolean {
  if (BEHIND_BRACKET.test(before)) return /^["'”“»]?\s?\)/u.test(after);
  // A count is not a code: "the code was read, 1200 lines".
  if (BEHIND_COMMA.test(before))
    return !YEAR.test(value) && !(DIGITS_ONLY.test(value) && /^\s\p{L}/u.test(after));
  if (BEHIND_SIGN.test(before)) return true;
  const words = LAST_WORDS.exec(before)?.[0].trim().split(/\s+/) ?? [];
  return !YEAR.test(value) && words.some((word) => isCopula(foldCue(word)));
}

const isOneSentence = (text: string, a: number, b: number): boolean =>
  !ENDS_SENTENCE.test(text.slice(Math.min(a, b), Math.max(a, b)));

function valueAt(text: string, start: number): string | undefined {
  const [first] = matchesOf(VALUE, text.slice(start, start + LONGEST));
  return first?.index === 0 ? first[0] : undefined;
}

import { matchesOf } from '@app/common';
import { foldCue, isCopula } from '../../../lexicon/cue-words';
import type { Range } from '../../../spans/ranges';
import { type Announcement, announced } from '../cues/announcements';

/** `4471`, `1917#`, `*6140`, `A7713`, `5-2-8-0`, `60 44 12`, `60-44-12`; no amounts and measures */
const VALUE =
  /(?<![\p{L}\p{N}*#]|[\p{L}\p{N}][.,:/-])(?:[*#]?\d{3,8}[*#]?|\d(?:-\d){3,7}|\d{2} \d{2}(?: \d{2})?|\d{2}-\d{2}-\d{2}|\p{Lu}{1,2}\d{3,6}\p{Lu}?|\d{3,6}\p{Lu}[*#]?)(?![\p{L}\p{N}*#]|[.,:/-]\d|\s?(?:[€£$%°]|(?:EUR|[Ee]uros?|USD|[kMG]?Hz|[KMG]B|[cmk]?m[²2³3]?|ms|kg|min|rpm)(?![\p{L}\p{N}])))/gu;
/** Digits with a hyphen between each: nothing else is written so. */
const DIGIT_BY_DIGIT = /^\d(?:-\d)+$/;
const DIGITS_ONLY = /^[\d ]+$/;
const YEAR = /^(?:19|20)\d{2}$/;
/** How far what is opened stands from the word for its code, and the code behind both. */
const REACH = 60;
/** The longest value, and what decides whether it is one. */
const LONGEST = 28;
/** Where the next sentence begins, or the next field of a program: `"code":`, `code=`. */
const ENDS_SENTENCE = /[.!?;]\s|["']\s?:|\w=|\n\s*\n/u;
const BEHIND_COMMA = /,\s?["'„“«]?$/u;
const BEHIND_BRACKET = /\(\s?["'„“«]?$/u;
const BEHIND_SIGN = /(?:^|[:=]\s?|\s)["'„“«]$|[:=]\s?$/u;
/** Words of a sentence, none of them a noun of German or a name. */
const LAST_WORDS = /(?:(?<!\p{L})\p{Ll}+\s+){1,3}$/u;
const ONE_WORD = /^\p{Ll}+\s$/u;

/**
 * Codes that open a door, a gate, a safe: in a sentence that names both the code and what it opens, or a PIN, the value
 * that is set off from it or follows "is", up to two words later: "the code for the back gate has changed, 4471#".
 */
export function accessCodesIn(text: string): Range[] {
  const locks = announced(text, 'lock').map(({ start }) => start);
  const codes = locks.length > 0 ? announced(text, 'code', 'secret') : [];
  return [
    ...codes.flatMap((code) => {
      const lock = lockBeside(text, code.start, locks);
      return lock === undefined ? [] : codeBehind(text, code, lock);
    }),
    // "The code is" says less than "the PIN is": it needs a lock.
    ...announced(text, 'pin').flatMap((pin) =>
      pin.by === 'field' || pin.kinds.includes('code') ? [] : codeBehind(text, pin),
    ),
    ...locks.flatMap((start) => {
      const value = valueAt(text, start);
      return value && DIGIT_BY_DIGIT.test(value) ? [{ start, end: start + value.length }] : [];
    }),
  ];
}

/** @param lock where that which the code opens is named: the value stands behind it; a PIN needs none */
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

/** The first of the locks, which stand in order, that is named near a place in its sentence. */
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

/** "code 4471", not "code 404" and "code 2019". What stands right behind "PIN" is found as such. */
function followsAtOnce(value: string, by: Announcement['by']): boolean {
  return !YEAR.test(value) && (by !== 'word' || !DIGITS_ONLY.test(value) || value.length >= 4);
}

/** Whether a sentence goes over to its value there. */
function leadsTo(before: string, value: string, after: string): boolean {
  if (BEHIND_BRACKET.test(before)) return /^["'”“»]?\s?\)/u.test(after);
  // What is counted is no code: "the code was read, 1200 lines".
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

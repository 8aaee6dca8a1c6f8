import { matchesOf } from '@app/common';
import { foldCue, isCopula } from '../../../lexicon/cue-words';
import type { Range } from '../../../spans/ranges';
import { announced } from '../cues/announcements';

/** `4471`, `1917#`, `*6140`, `A7713`, `5-2-8-0`, `60 44 12` */
const VALUE =
  /(?<![\p{L}\p{N}*#]|[\p{L}\p{N}][.,:/-])(?:[*#]?\d{3,8}[*#]?|\d(?:-\d){3,7}|\d{2} \d{2}(?: \d{2})?|\p{Lu}{1,2}\d{3,6}\p{Lu}?|\d{3,6}\p{Lu}[*#]?)(?![\p{L}\p{N}*#]|[.,:/-]\d|\s?(?:€|£|\$|%|°|EUR))/gu;
/** Digits with a hyphen between each: nothing else is written so. */
const DIGIT_BY_DIGIT = /^\d(?:-\d)+$/;
const YEAR = /^(?:19|20)\d{2}$/;
/** How far what is opened stands from the word for its code, and the code behind both. */
const REACH = 60;
const ENDS_SENTENCE = /[.!?]\s|\n\s*\n/u;
/** What sets a value off from its sentence. */
const SET_OFF = /(?:^|[(:=,]\s?)["'„“«]?$/u;
const LAST_WORDS = /(?:\p{L}+\s+){1,3}$/u;

/**
 * Codes that open a door, a gate, a safe: in a sentence that names both the code and what it opens, or a PIN, the value
 * that is set off from it or follows "is", up to two words later: "the code for the back gate has changed, 4471#".
 */
export function accessCodesIn(text: string): Range[] {
  const locks = announced(text, 'lock').map(({ start }) => start);
  const codes = locks.length > 0 ? announced(text, 'code', 'secret').map(({ start }) => start) : [];
  return [
    ...codes.flatMap((start) => codeBehind(text, start, { lock: lockBeside(text, start, locks) })),
    ...announced(text, 'pin').flatMap(({ start, by }) => (by === 'field' ? [] : codeBehind(text, start))),
    ...locks.flatMap((start) => {
      const value = valueAt(text, start);
      return value && DIGIT_BY_DIGIT.test(value) ? [{ start, end: start + value.length }] : [];
    }),
  ];
}

/** @param opens where that which the code opens is named: the value stands behind it; not given: a PIN says enough */
function codeBehind(text: string, start: number, opens?: { lock: number | undefined }): Range[] {
  if (opens && opens.lock === undefined) return [];
  const reach = text.slice(start, start + REACH + 12);
  for (const { 0: value, index } of matchesOf(VALUE, reach)) {
    const before = reach.slice(0, index);
    if (index > REACH || ENDS_SENTENCE.test(before)) break;
    const at = start + index;
    if (opens && opens.lock! > at) continue;
    // Right behind "PIN" it is found as such.
    const follows = before === '' ? opens !== undefined && !YEAR.test(value) : leadsTo(before, value);
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

/** Whether a sentence goes over to its value there. */
function leadsTo(before: string, value: string): boolean {
  if (SET_OFF.test(before)) return !YEAR.test(value) || !/,\s?$/.test(before);
  const words = LAST_WORDS.exec(before)?.[0].trim().split(/\s+/) ?? [];
  return !YEAR.test(value) && words.some((word) => isCopula(foldCue(word)));
}

const isOneSentence = (text: string, a: number, b: number): boolean =>
  !ENDS_SENTENCE.test(text.slice(Math.min(a, b), Math.max(a, b)));

function valueAt(text: string, start: number): string | undefined {
  const [first] = matchesOf(VALUE, text.slice(start, start + 24));
  return first?.index === 0 ? first[0] : undefined;
}

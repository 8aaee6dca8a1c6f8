import { matchesOf } from '@app/common';
import type { Span } from '../../../spans/span';
import type { Field } from '../../../structure/field';
import { isJsonNumber } from '../../../structure/read-json';
import { digitsOf } from '../../../text/phone-digits';
import { hideDates } from './not-a-phone';
import { canonicalOf, withExtension } from './phone-number';

const LONGEST_VALUE = 200;
/** Digits in any layout, also the end of a number alone: "-316", "x4160". */
const NUMBER = /(?:\+|[-–](?=\d)|(?<!\p{L})x(?=\d))?\(?\d(?:[ \u00a0]?[-‐‑–.()/ \u00a0]{0,3}\d){0,19}/giu;
const MOST_DIGITS = 18;
/** A value shorter than this is a number only where it is all there is. */
const FEWEST_BESIDE_WORDS = 5;
/** What programs write without quotes is a count or a flag where it is short. */
const FEWEST_BARE = 5;

/** The telephone numbers in a field that says so, valid in a numbering plan or not. */
export function numbersInField(text: string, field: Field, regions: readonly string[]): Span[] {
  if (field.end - field.start > LONGEST_VALUE) return [];
  const value = hideDates(text.slice(field.start, field.end));
  return [...matchesOf(NUMBER, value)].flatMap(({ 0: written, index }) => {
    const digits = digitsOf(written).length;
    const isAll = value.replace(written, '').replace(/[^\p{L}\p{N}]+/gu, '') === '';
    const isBare = isAll && isJsonNumber(text, field.start, field.end);
    if (digits > MOST_DIGITS || digits < (isAll ? 2 : FEWEST_BESIDE_WORDS)) return [];
    if (/[\p{L}_€$£%]/u.test((value[index - 1] ?? '') + (value[index + written.length] ?? ''))) return [];
    if (isBare && digits < FEWEST_BARE && text[field.end] !== '\n' && text[field.end] !== undefined)
      return [];
    const bracket = written.startsWith('(') && !written.includes(')') ? 1 : 0;
    const start = field.start + index + bracket;
    const span = { start, end: field.start + index + written.length, type: 'Phone' as const };
    return [withExtension(text, { ...span, canonical: canonicalOf(written.slice(bracket), regions) })];
  });
}

import type { LanguageCode } from '../../../data/languages';
import type { Language } from '../language';
import { monthLike, monthOf } from '../../lexicon/months';
import { isoDate } from './calendar-date';

type Part = 'day' | 'month' | 'year';
interface Piece {
  text: string;
  index: number;
}

const PIECE = /\d+|\p{L}+/gu;
const DAY_MS = 86_400_000;
const ENGLISH_ENDING = /^(?:st|nd|rd|th)$/i;
/** "1er mai", but "2 mai" */
const FRENCH_FIRST = /^(?:er|ère|ere)$/i;
/** Regions in which 3/5 is the fifth of March. */
const MONTH_FIRST = new Set(['US', 'PH', 'FM']);

/** Returns the day that many days after another, both as `YYYY-MM-DD`. */
export function daysAfter(iso: string, days: number): string | undefined {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day) + days * DAY_MS);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/**
 * Moves a date by some days, and keeps its notation: order, separators, zeros, names of months.
 *
 * @param iso the written date as `YYYY-MM-DD`
 * @param passage the language around the date. If several languages have its month, the new one is of this language
 * @returns `undefined` for a notation that cannot be kept
 */
export function moveDate(
  written: string,
  iso: string,
  days: number,
  { code, regions }: Language,
  passage?: LanguageCode,
): string | undefined {
  const moved = daysAfter(iso, days);
  if (moved === undefined || moved.slice(0, 2) !== iso.slice(0, 2)) return undefined;
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  const [newYear, newMonth, newDay] = moved.split('-').map(Number) as [number, number, number];
  const pieces = [...written.matchAll(PIECE)].map(({ 0: text, index }) => ({ text, index }));
  const word = pieces.find(({ text }) => monthOf(text)?.number === month);
  const numbers = pieces.filter(({ text }) => /^\d/.test(text));
  const parts = partsOf(numbers, { year, month, day }, word !== undefined, MONTH_FIRST.has(regions[0] ?? ''));
  const name = word && monthLike(word.text, newMonth, [...(passage ? [passage] : []), code]);
  if (!parts || (word && name === undefined)) return undefined;
  const isPadded = parts.every((part, i) => part === 'year' || numbers[i]!.text.length === 2) && !word;
  const values = { day: newDay, month: newMonth, year: newYear };
  const replaced = new Map<Piece, string>();
  if (word && name !== undefined) replaced.set(word, name);
  numbers.forEach((piece, i) => {
    const part = parts[i]!;
    const zeros = part === 'year' ? piece.text.length : isPadded || piece.text.startsWith('0') ? 2 : 1;
    const digits = String(values[part]).padStart(zeros, '0');
    replaced.set(piece, part === 'year' ? digits.slice(-piece.text.length) : digits);
    const next = pieces[pieces.indexOf(piece) + 1];
    if (part !== 'day' || next?.index !== piece.index + piece.text.length) return;
    if (ENGLISH_ENDING.test(next.text)) replaced.set(next, englishEnding(newDay));
    else if (FRENCH_FIRST.test(next.text) && newDay !== 1) replaced.set(next, '');
  });
  return joined(written, pieces, replaced);
}

/** Returns the meaning of each number of a date; `undefined` if they do not form it. */
function partsOf(
  numbers: readonly Piece[],
  date: Readonly<Record<Part, number>>,
  isWorded: boolean,
  isMonthFirst: boolean,
): Part[] | undefined {
  const usual: Part[][] = isMonthFirst
    ? [
        ['month', 'day', 'year'],
        ['day', 'month', 'year'],
      ]
    : [
        ['day', 'month', 'year'],
        ['month', 'day', 'year'],
      ];
  const orders: Part[][] = isWorded
    ? [
        ['day', 'year'],
        ['year', 'day'],
      ]
    : [...usual, ['year', 'month', 'day']];
  return orders.find(
    (order) =>
      order.length === numbers.length && order.every((part, i) => mayBe(part, numbers[i]!.text, date[part])),
  );
}

const mayBe = (part: Part, text: string, value: number): boolean =>
  part === 'year'
    ? (text.length === 4 && Number(text) === value) || (text.length === 2 && Number(text) === value % 100)
    : text.length <= 2 && Number(text) === value;

function joined(written: string, pieces: readonly Piece[], replaced: ReadonlyMap<Piece, string>): string {
  let text = '';
  let position = 0;
  for (const piece of pieces) {
    text += written.slice(position, piece.index) + (replaced.get(piece) ?? piece.text);
    position = piece.index + piece.text.length;
  }
  return text + written.slice(position);
}

function englishEnding(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

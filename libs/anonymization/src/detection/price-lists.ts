import type { EntityType } from '../kinds/entity-type';
import { foldCue } from '../lexicon/fold';
import { wordsOfAll } from '../lexicon/languages';
import { overlaps, type Range } from '../text/spans/ranges';
import type { Span } from '../text/spans/span';
import { type Line, linesOf } from '../text/structure/field';

const NUMBERS = new Set(wordsOfAll(({ goods }) => goods.numbers));
const ITEMS = new Set(wordsOfAll(({ goods }) => goods.items));
const PRICES = new Set(wordsOfAll(({ goods }) => goods.prices));

const LONGEST_HEAD = 240;
const COLUMN = /[ \t]{2,}|\t|[|;]/;
const WORD = /\p{L}+/gu;
/** The number of a row, and the separator before the next column. */
const ROW = /^[ \t|]{0,20}(?:\d{1,4}[.)]?(?:[ \t]{2,40}|\t|[ \t]{0,20}[|;][ \t]{0,20}))?/;
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,30}/u;
/** The kinds that article numbers are mistaken for. */
const TAKEN_FOR: ReadonlySet<EntityType> = new Set<EntityType>([
  'References',
  'Plates',
  'IdNumbers',
  'Phone',
]);

/**
 * Removes findings in the first column of price lists and of the items of orders: numbers of articles belong to no person.
 * Also removes findings in the row of heads.
 */
export function withoutArticles(text: string, spans: readonly Span[]): Span[] {
  if (spans.length === 0) return [];
  const { heads, numbers } = priceLists(text);
  if (heads.length === 0) return [...spans];
  return spans.filter(
    (span) =>
      !heads.some((head) => overlaps(head, span)) &&
      !(TAKEN_FOR.has(span.type) && numbers.some((number) => isWithin(span, number))),
  );
}

/** A blank after the number does not count. */
const isWithin = (span: Range, number: Range): boolean =>
  span.start >= number.start && span.end <= number.end + 1;

/**
 * Returns the rows of heads of price lists, and the numbers in their first column. A list ends with the next empty
 * line.
 */
function priceLists(text: string): { heads: Range[]; numbers: Range[] } {
  const heads: Range[] = [];
  const numbers: Range[] = [];
  let isInList = false;
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') isInList = false;
    else if (isHead(line.text)) {
      isInList = true;
      heads.push({ start: line.start, end: line.start + line.text.length });
    } else if (isInList) numbers.push(...numberOf(line));
  }
  return { heads, numbers };
}

/**
 * Returns whether a line has a column each for number, description and price: "Pos. Art.-Nr. Bezeichnung Preis EUR".
 */
function isHead(line: string): boolean {
  if (line.length > LONGEST_HEAD || /\d{2}/.test(line)) return false;
  const columns = line
    .split(COLUMN)
    .map((column) => column.match(WORD)?.map(foldCue) ?? [])
    .filter((words) => words.length > 0);
  const at = columns.findIndex(([first = '']) => NUMBERS.has(first));
  if (at === -1 || at > 1) return false;
  const has = (names: ReadonlySet<string>) =>
    columns.slice(at + 1).some((words) => words.some((word) => names.has(word)));
  return has(ITEMS) && has(PRICES);
}

function numberOf({ text, start }: Line): Range[] {
  const lead = ROW.exec(text)?.[0].length ?? 0;
  const code = CODE.exec(text.slice(lead))?.[0] ?? '';
  return /\d/.test(code) ? [{ start: start + lead, end: start + lead + code.length }] : [];
}

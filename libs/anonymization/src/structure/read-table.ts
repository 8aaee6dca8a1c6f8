import { kindOfKey } from './kind-of-key';
import { fieldAt, type Field } from './field';

/** A cell of a row, without its quotes. */
export interface Cell {
  text: string;
  start: number;
  end: number;
}

const LONGEST_HEAD = 48;
const MOST_CELLS = 200;
/** A row of more is a list of things: "Client-Computer; Kiosk-PCs; ...". */
const MOST_NAMED = 8;

/** Whether a row names its columns: short words without numbers in every cell, and a kind of value in at least one. */
export function isHeadRow(row: readonly Cell[]): boolean {
  return (
    row.length > 1 && row.length <= MOST_CELLS && row.every(isHead) && row.some(({ text }) => namesKind(text))
  );
}

/** The fields of a row below `heads`. */
export function fieldsBelow(text: string, heads: readonly string[], row: readonly Cell[]): Field[] {
  return row.flatMap(({ start, end }, at) =>
    fieldAt(text, { path: [heads[at] ?? ''], start, end, siblings: heads }),
  );
}

/** The fields of a row that names its values itself: "Telefon | 0171 ...". */
export function fieldsBeside(text: string, row: readonly Cell[]): Field[] {
  if (row.length > MOST_NAMED) return [];
  const siblings = row.map((cell) => cell.text);
  return row.slice(1).flatMap(({ start, end }, at) => {
    const name = row[at]?.text ?? '';
    const isNamed = name.length <= LONGEST_HEAD && namesKind(name) && !namesKind(text.slice(start, end));
    return isNamed ? fieldAt(text, { path: [name], start, end, siblings }) : [];
  });
}

function isHead({ text }: Cell): boolean {
  return text.length <= LONGEST_HEAD && !/\d{3}|[.!?]\s|[@=]/.test(text) && text.split(/\s+/).length <= 5;
}

/** Whether a cell names a kind of value, as heads and labels do. */
export function namesKind(text: string): boolean {
  const kind = text.length <= LONGEST_HEAD ? kindOfKey(text) : undefined;
  return kind !== undefined && kind !== 'neutral' && kind !== 'property';
}

import type { Range } from '../spans/ranges';
import { type Field, fieldAt } from './field';
import { kindOfKey, nameParts } from './field-kinds';

/** The separator of the cells of a row. `wide` means at least two blanks. */
export type Delimiter = '|' | '\t' | ';' | ',' | 'wide';
export const DELIMITERS: readonly Delimiter[] = ['|', '\t', ';', ',', 'wide'];

const LONGEST_ROW = 20_000;
const WIDE = / {2,}/g;

export function holds(line: string, delimiter: Delimiter): boolean {
  return line.length <= LONGEST_ROW && line.includes(delimiter === 'wide' ? '  ' : delimiter);
}

/** Returns the cells of the line that starts at `offset`. Quoted cells may contain the delimiter. */
export function splitRow(line: string, offset: number, delimiter: Delimiter): Cell[] {
  const cells: Cell[] = [];
  const add = (from: number, to: number): void => {
    cells.push(cellOf(line, offset, from, to));
  };
  let from = 0;
  if (delimiter === 'wide') {
    const lead = line.length - line.trimStart().length;
    from = lead;
    WIDE.lastIndex = lead;
    for (let gap = WIDE.exec(line); gap; gap = WIDE.exec(line)) {
      add(from, gap.index);
      from = gap.index + gap[0].length;
    }
  } else {
    let isQuoted = false;
    for (let at = 0; at < line.length; at += 1) {
      const sign = line[at];
      if (sign === '"' && delimiter !== '|') isQuoted = !isQuoted;
      else if (sign === delimiter && !isQuoted) {
        add(from, at);
        from = at + 1;
      }
    }
  }
  add(from, line.length);
  return delimiter === '|' ? withoutFrame(cells) : cells;
}

const EDGE = /[\s"'*_`]/;

function cellOf(line: string, offset: number, from: number, to: number): Cell {
  let [start, end] = [from, to];
  while (start < end && EDGE.test(line[start] ?? '')) start += 1;
  while (end > start && EDGE.test(line[end - 1] ?? '')) end -= 1;
  return { text: line.slice(start, end), start: offset + start, end: offset + end };
}

/** Removes the bars at both ends of Markdown's rows. */
function withoutFrame(cells: Cell[]): Cell[] {
  const [first] = cells;
  const inner = first?.text === '' && cells.length > 2 ? cells.slice(1) : cells;
  return inner.at(-1)?.text === '' && inner.length > 1 ? inner.slice(0, -1) : inner;
}

/** A cell of a row, without its quotes. */
export interface Cell extends Range {
  text: string;
  end: number;
}

const LONGEST_HEAD = 48;
const MOST_CELLS = 200;
/** A longer row is a list of things: "Client-Computer; Kiosk-PCs; ...". */
const MOST_NAMED = 8;

/**
 * Returns whether a row names its columns: short words without numbers in every cell, and a kind of value in at least
 * one.
 */
export function isHeadRow(row: readonly Cell[]): boolean {
  if (row.length < 2 || row.length > MOST_CELLS || !row.every(isHead)) return false;
  return row.some(({ text }) => namesKind(text)) || nameParts(row.map(({ text }) => text));
}

/** Returns the fields of a row below `heads`. */
export function fieldsBelow(text: string, heads: readonly string[], row: readonly Cell[]): Field[] {
  return row.flatMap(({ start, end }, at) =>
    fieldAt(text, { path: [heads[at] ?? ''], start, end, siblings: heads }),
  );
}

/** Returns the fields of a row that names its values itself: "Telefon | 0171 ...". */
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

/** Returns whether a cell names a kind of value, like heads and labels. */
export function namesKind(text: string): boolean {
  const kind = text.length <= LONGEST_HEAD ? kindOfKey(text) : undefined;
  return kind !== undefined && kind !== 'neutral' && kind !== 'property';
}

import type { Cell } from './read-table';

/** What parts the cells of a row; `wide` is two blanks or more. */
export type Delimiter = '|' | '\t' | ';' | ',' | 'wide';
export const DELIMITERS: readonly Delimiter[] = ['|', '\t', ';', ',', 'wide'];

const LONGEST_ROW = 20_000;
const WIDE = / {2,}/g;

export function holds(line: string, delimiter: Delimiter): boolean {
  return line.length <= LONGEST_ROW && line.includes(delimiter === 'wide' ? '  ' : delimiter);
}

/** The cells of the line that starts at `offset`; cells in quotes may hold the delimiter. */
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

/** Markdown's rows begin and end with a bar. */
function withoutFrame(cells: Cell[]): Cell[] {
  const [first] = cells;
  const inner = first?.text === '' && cells.length > 2 ? cells.slice(1) : cells;
  return inner.at(-1)?.text === '' && inner.length > 1 ? inner.slice(0, -1) : inner;
}

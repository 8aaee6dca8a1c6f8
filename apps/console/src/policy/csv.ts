import { writeCsv } from '../ui/csv';
import type { Rule } from './rules';

const HEAD = ['type', 'value', 'kind', 'case', 'label'];
const TYPES: Readonly<Record<string, Rule['type']>> = {
  phrase: 'phrase',
  pattern: 'pattern',
  exception: 'exception',
};

export const toCsv = (rules: readonly Rule[]): string =>
  writeCsv([
    HEAD,
    ...rules.map(({ type, value, kind, exactCase, label }) => [
      type,
      value,
      kind,
      exactCase ? 'exact' : '',
      label,
    ]),
  ]);

export interface ReadRules {
  rules: Rule[];
  /** Numbers of lines that are not rules, from 1. */
  wrong: number[];
}

/**
 * Reads the output of `toCsv`, also after a spreadsheet has saved it. The first row names the columns, in any order.
 */
export function readCsv(text: string): ReadRules {
  const [head = [], ...rows] = readRows(text.replace(/^\uFEFF/, ''));
  const rules: Rule[] = [];
  const wrong: number[] = [];
  const at = (name: string) => head.findIndex((cell) => cell.trim().toLowerCase() === name);
  const [type, value, kind, exact, label] = HEAD.map(at) as [number, number, number, number, number];
  for (const [index, row] of rows.entries()) {
    const cell = (column: number) => plainOf(row[column] ?? '');
    const known = TYPES[cell(type)];
    if (known && cell(value) !== '')
      rules.push({
        type: known,
        value: cell(value),
        kind: cell(kind),
        exactCase: cell(exact) === 'exact',
        label: cell(label),
      });
    else wrong.push(index + 2);
  }
  return { rules, wrong };
}

const plainOf = (cell: string): string => (/^'['=+\-@]/.test(cell) ? cell.slice(1) : cell);

/** Splits a text into rows of cells. Quoted cells may contain commas, line breaks and doubled quotes. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted) cell += letter;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((value) => value !== ''));
}

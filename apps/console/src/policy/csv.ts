import { plainOf, readRows, writeCsv } from '../ui/csv';
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
  const [head, ...rows] = readRows(text);
  const rules: Rule[] = [];
  const wrong: number[] = [];
  const at = (name: string) => head?.cells.findIndex((cell) => cell.trim().toLowerCase() === name) ?? -1;
  const [type, value, kind, exact, label] = HEAD.map(at) as [number, number, number, number, number];
  for (const { line, cells } of rows) {
    const cell = (column: number) => plainOf(cells[column] ?? '');
    const known = TYPES[cell(type)];
    if (known && cell(value) !== '')
      rules.push({
        type: known,
        value: cell(value),
        kind: cell(kind),
        exactCase: cell(exact) === 'exact',
        label: cell(label),
      });
    else wrong.push(line);
  }
  return { rules, wrong };
}

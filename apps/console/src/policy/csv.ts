import { readTable, writeCsv } from '../ui/csv';
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

/** Reads the output of `toCsv`. */
export function readCsv(text: string): ReadRules {
  const rules: Rule[] = [];
  const wrong: number[] = [];
  for (const { line, cell } of readTable(text).rows) {
    const known = TYPES[cell('type')];
    if (known && cell('value') !== '')
      rules.push({
        type: known,
        value: cell('value'),
        kind: cell('kind'),
        exactCase: cell('case') === 'exact',
        label: cell('label'),
      });
    else wrong.push(line);
  }
  return { rules, wrong };
}

import type { FileFormat } from '../editing/file-format';

const parts = {
  cells: {
    rule: 'rewrite',
    about: 'Cells, with the head of each column; formulas stay, with their texts hidden',
  },
} as const;

export const csv = {
  name: 'csv',
  extensions: ['csv'],
  mediaType: 'text/csv; charset=utf-8',
  parts,
} as const satisfies FileFormat;
export const tsv = {
  name: 'tsv',
  extensions: ['tsv', 'tab'],
  mediaType: 'text/tab-separated-values; charset=utf-8',
  parts,
} as const satisfies FileFormat;

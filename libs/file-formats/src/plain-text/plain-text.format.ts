import type { FileFormat } from '../editing/file-format';

const parts = { text: { rule: 'rewrite', about: 'The whole file' } } as const;

export const plainText = {
  name: 'txt',
  extensions: ['txt'],
  mediaType: 'text/plain; charset=utf-8',
  parts,
} as const satisfies FileFormat;
export const markdown = {
  name: 'md',
  extensions: ['md'],
  mediaType: 'text/markdown; charset=utf-8',
  parts,
} as const satisfies FileFormat;

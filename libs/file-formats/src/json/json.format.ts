import type { FileFormat } from '../editing/file-format';

export const json = {
  name: 'json',
  extensions: ['json'],
  mediaType: 'application/json',
  parts: {
    names: { rule: 'rewrite', about: 'Names of members' },
    values: { rule: 'rewrite', about: 'Strings, and numbers: a hidden number becomes a string' },
  },
} as const satisfies FileFormat;

import type { FileFormat } from '../editing/file-format';

export const yaml = {
  name: 'yaml',
  extensions: ['yaml', 'yml'],
  mediaType: 'application/yaml',
  parts: {
    names: { rule: 'rewrite', about: 'Keys' },
    values: { rule: 'rewrite', about: 'Scalars: a hidden number becomes a string' },
    comments: { rule: 'rewrite', about: 'Comments' },
  },
} as const satisfies FileFormat;

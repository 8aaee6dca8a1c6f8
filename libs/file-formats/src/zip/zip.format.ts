import type { FileFormat } from '../editing/file-format';

export const zip = {
  name: 'zip',
  extensions: ['zip'],
  mediaType: 'application/zip',
  parts: {
    names: { rule: 'rewrite', about: 'Names of files and folders' },
    files: { rule: 'rewrite', about: 'Each file, like a file of its own; a file of another type is refused' },
    archives: { rule: 'refuse', about: 'Archives within the archive' },
    comments: { rule: 'drop', about: 'Comments of the archive and of its files, and extra fields' },
  },
} as const satisfies FileFormat;

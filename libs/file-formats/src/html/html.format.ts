import type { FileFormat } from '../editing/file-format';

export const html = {
  name: 'html',
  extensions: ['html', 'htm'],
  mediaType: 'text/html; charset=utf-8',
  parts: {
    text: { rule: 'rewrite', about: 'Text, also hidden text, by paragraph' },
    attributes: {
      rule: 'rewrite',
      about: 'Values of attributes, such as titles, descriptions and addresses of links',
    },
    names: { rule: 'rewrite', about: 'Names of elements and attributes that HTML does not define' },
    code: { rule: 'rewrite', about: 'Scripts and styles, with encoded values in them' },
    comments: { rule: 'rewrite', about: 'Comments, and markup in them' },
    tracked_changes: { rule: 'refuse', about: 'Marks of changes: `ins` and `del`' },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures within the page, as data: addresses' },
  },
} as const satisfies FileFormat;

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
    code: { rule: 'rewrite', about: 'Scripts, styles and templates' },
    comments: { rule: 'rewrite', about: 'Comments' },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures within the page, as data: addresses' },
  },
} as const satisfies FileFormat;

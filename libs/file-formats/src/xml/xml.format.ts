import type { FileFormat } from '../editing/file-format';

export const xml = {
  name: 'xml',
  extensions: ['xml'],
  mediaType: 'application/xml',
  parts: {
    text: { rule: 'rewrite', about: 'Text of elements, also in CDATA sections' },
    attributes: { rule: 'rewrite', about: 'Values of attributes and namespaces' },
    names: { rule: 'rewrite', about: 'Names of elements and attributes' },
    comments: { rule: 'rewrite', about: 'Comments' },
    instructions: { rule: 'rewrite', about: 'Processing instructions' },
    doctype: { rule: 'refuse', about: 'Document types (DOCTYPE), which can define entities' },
  },
} as const satisfies FileFormat;

import type { FileFormat } from '../editing/file-format';

export const msg = {
  name: 'msg',
  extensions: ['msg'],
  mediaType: 'application/vnd.ms-outlook',
  writtenAs: { extension: 'eml', mediaType: 'message/rfc822' },
  restorable: false,
  parts: {
    headers: { rule: 'rewrite', about: 'Sender, recipients, subject, date and id' },
    text: { rule: 'rewrite', about: 'Bodies: text and HTML' },
    attachments: { rule: 'rewrite', about: 'Attachments, like files of their own, and forwarded messages' },
    properties: {
      rule: 'drop',
      about:
        'All other properties of Outlook, such as fields of transport, categories and Rich Text beside a text',
    },
    embedded: {
      rule: { unlessDropped: 'embedded' },
      about: 'Attachments of types that cannot be written, and objects',
    },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures that cannot be read' },
    signatures: { rule: { unlessDropped: 'signatures' }, about: 'Signatures (S/MIME)' },
    encrypted: { rule: 'refuse', about: 'Encrypted messages' },
    unknown: {
      rule: 'refuse',
      about: 'Items with a text in Rich Text alone, such as some contacts and appointments',
    },
  },
} as const satisfies FileFormat;

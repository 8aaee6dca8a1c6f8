import type { FileFormat } from '../editing/file-format';

export const eml = {
  name: 'eml',
  extensions: ['eml'],
  mediaType: 'message/rfc822',
  parts: {
    headers: {
      rule: 'rewrite',
      about: 'Sender, recipients, subject, date, ids and other fields that readers see',
    },
    transport: {
      rule: 'drop',
      about: 'Fields of transport, lists, spam filters and programs, such as Received',
    },
    text: { rule: 'rewrite', about: 'Bodies: text, HTML, calendar entries, business cards and other texts' },
    attachments: { rule: 'rewrite', about: 'Attachments, like files of their own, and forwarded messages' },
    embedded: { rule: { unlessDropped: 'embedded' }, about: 'Attachments of types that cannot be written' },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures that cannot be read' },
    signatures: { rule: { unlessDropped: 'signatures' }, about: 'Signatures (S/MIME, OpenPGP)' },
    encrypted: { rule: 'refuse', about: 'Encrypted messages' },
  },
} as const satisfies FileFormat;

import type { FileFormat } from '../editing/file-format';

export const pdf = {
  name: 'pdf',
  extensions: ['pdf'],
  mediaType: 'application/pdf',
  restorable: false,
  parts: {
    text: {
      rule: 'rewrite',
      about:
        'Text of pages, with annotations and form fields as they are drawn. Glyphs are removed from the file',
    },
    'words in pictures': {
      rule: 'rewrite',
      about: 'Words of scans and of pictures on pages, read by OCR; their pixels are removed',
    },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures, if OCR is off' },
    outline: { rule: 'rewrite', about: 'Titles of bookmarks' },
    links: { rule: 'rewrite', about: 'Addresses of links' },
    destinations: { rule: 'rewrite', about: 'Names of places in the document' },
    'page labels': { rule: 'rewrite', about: 'Prefixes of page numbers' },
    layers: { rule: 'rewrite', about: 'Names of layers' },
    tags: { rule: 'rewrite', about: 'Texts of tags: alternatives, replacements, expansions, titles and ids' },
    'other strings': { rule: 'rewrite', about: 'Every other text string of an object' },
    annotations: {
      rule: 'drop',
      about: 'Comments and form fields: drawn into the page, without their hidden texts',
    },
    metadata: { rule: 'drop', about: 'Document information, XMP, thumbnails and data of applications' },
    actions: { rule: 'drop', about: 'JavaScript and other actions besides links' },
    revisions: { rule: 'drop', about: 'Older versions of objects, and objects that are not used' },
    forms: { rule: 'drop', about: 'Definitions of forms (AcroForm, XFA)' },
    attachments: { rule: { unlessDropped: 'embedded' }, about: 'Embedded files, sound, video and 3D' },
    signatures: { rule: { unlessDropped: 'signatures' }, about: 'Digital signatures' },
  },
} as const satisfies FileFormat;

export type PdfPart = keyof typeof pdf.parts;

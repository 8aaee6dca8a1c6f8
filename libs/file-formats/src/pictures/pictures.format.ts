import type { FileFormat } from '../editing/file-format';

const parts = {
  words: { rule: 'rewrite', about: 'Words in the picture, read by OCR; painted over' },
  'uncertain words': { rule: 'drop', about: 'Words that OCR reads with little confidence; painted over' },
  metadata: { rule: 'drop', about: 'Everything besides the pixels: EXIF, XMP, comments, thumbnails' },
} as const;

export const png = {
  name: 'png',
  extensions: ['png'],
  mediaType: 'image/png',
  restorable: false,
  parts,
} as const satisfies FileFormat;
export const jpeg = {
  name: 'jpeg',
  extensions: ['jpg', 'jpeg'],
  mediaType: 'image/jpeg',
  restorable: false,
  parts,
} as const satisfies FileFormat;

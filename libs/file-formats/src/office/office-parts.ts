import type { FormatPart } from '../editing/file-format';

/** Parts of the files of OOXML and OpenDocument alike. */
export const OFFICE_PARTS = {
  links: { rule: 'rewrite', about: 'Addresses of links and of linked files' },
  words_in_pictures: {
    rule: 'rewrite',
    about: 'Words of PNG and JPEG pictures, read by OCR; painted over. A picture without words stays',
  },
  fonts: { rule: 'keep', about: 'Embedded fonts' },
  uncertain_words: {
    rule: 'drop',
    about: 'Words of pictures that OCR reads with little confidence; painted over',
  },
  picture_metadata: { rule: 'drop', about: 'Metadata of pictures, such as EXIF' },
  printer_settings: { rule: 'drop', about: 'Settings of printers' },
  processing_instructions: { rule: 'drop', about: 'Processing instructions in XML' },
  embedded: { rule: { unlessDropped: 'embedded' }, about: 'Objects of other programs, sounds and videos' },
  unknown: { rule: 'refuse', about: 'Any other part' },
} as const satisfies Record<string, FormatPart>;

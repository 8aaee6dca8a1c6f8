import type { FileFormat, FormatPart } from '../editing/file-format';
import { OFFICE_PARTS } from '../office/office-parts';

const PARTS = {
  authors: {
    rule: 'rewrite',
    about:
      'Authors of documents, comments and changes. A name that is not replaced becomes `Author`, unless it is a program; initials are left out',
  },
  names: {
    rule: 'rewrite',
    about: 'Names of styles, sheets, ranges, bookmarks and shapes, with references to them',
  },
  formulas: { rule: 'rewrite', about: 'Texts in formulas and conditions' },
  styles: { rule: 'rewrite', about: 'Headers, footers, masters and formats' },
  objects: { rule: 'rewrite', about: 'Charts, formulas and documents in the document' },
  properties: { rule: 'rewrite', about: 'Title, subject, keywords and description' },
  settings: { rule: 'rewrite', about: 'Settings of the document and its views' },
  other: { rule: 'rewrite', about: 'The list of parts' },
  configurations: { rule: 'drop', about: 'Toolbars, menus and the cache of the layout' },
  custom_properties: {
    rule: 'drop',
    about: 'Properties that people defined, the template, and metadata in RDF',
  },
  macros: { rule: 'drop', about: 'Macros, dialogs and their events' },
  previews: { rule: 'drop', about: 'Previews of objects' },
  signatures: { rule: 'drop', about: 'Digital signatures' },
  thumbnails: { rule: 'drop', about: 'The preview of the first page' },
  pictures: {
    rule: { unlessDropped: 'pictures' },
    about: 'Pictures of other formats; every picture if OCR is off',
  },
  tracked_changes: { rule: 'refuse', about: 'Tracked changes: insertions, deletions and moves' },
  external_data: { rule: 'refuse', about: 'Fields of databases and links to other programs (DDE)' },
  ...OFFICE_PARTS,
} as const satisfies Record<string, FormatPart>;

export const odt = {
  name: 'odt',
  extensions: ['odt'],
  mediaType: 'application/vnd.oasis.opendocument.text',
  parts: {
    body: {
      rule: 'rewrite',
      about: 'Paragraphs and tables with notes, comments, fields, hidden text and alternative texts',
    },
    ...PARTS,
  },
} as const satisfies FileFormat;
export const ods = {
  name: 'ods',
  extensions: ['ods'],
  mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
  parts: {
    cells: {
      rule: 'rewrite',
      about: 'Cells of all sheets with results of formulas, comments, messages and filters',
    },
    ...PARTS,
  },
} as const satisfies FileFormat;
export const odp = {
  name: 'odp',
  extensions: ['odp'],
  mediaType: 'application/vnd.oasis.opendocument.presentation',
  parts: {
    slides: {
      rule: 'rewrite',
      about: 'Slides, also hidden ones, with notes, comments and alternative texts',
    },
    ...PARTS,
  },
} as const satisfies FileFormat;

import type { FormatPart } from '../editing/file-format';
import { OFFICE_PARTS } from '../office/office-parts';

/** Parts of Word documents, workbooks and presentations alike. */
export const OOXML_PARTS = {
  authors: {
    rule: 'rewrite',
    about:
      'Authors and their accounts. A name that is not replaced becomes `Author`, unless it is a program; initials are left out',
  },
  comments: { rule: 'rewrite', about: 'Comments and answers' },
  custom_xml: { rule: 'rewrite', about: 'Custom XML, from which bound fields are filled' },
  drawings: {
    rule: 'rewrite',
    about: 'Shapes, charts with their cached values, diagrams, themes, names and alternative texts',
  },
  embedded_documents: {
    rule: 'rewrite',
    about: 'Documents, workbooks and presentations in the file, such as data of charts',
  },
  properties: { rule: 'rewrite', about: 'Title, subject, keywords, company and other properties' },
  other: { rule: 'rewrite', about: 'Lists of parts, styles of charts and diagrams, settings of views' },
  custom_properties: { rule: 'drop', about: 'Custom properties' },
  vector_pictures: { rule: 'drop', about: 'Pictures as SVG, if the file also has them as PNG or JPEG' },
  custom_ui: { rule: 'drop', about: 'Ribbons, key assignments and web extensions' },
  labels: { rule: 'drop', about: 'Sensitivity labels and tasks' },
  mail_merge: { rule: 'drop', about: 'Data sources of mail merges' },
  templates: { rule: 'drop', about: 'The path of the template' },
  thumbnails: { rule: 'drop', about: 'Previews of the first page' },
  macros: { rule: { unlessDropped: 'macros' }, about: 'Macros and ActiveX controls' },
  pictures: {
    rule: { unlessDropped: 'pictures' },
    about: 'Pictures of other formats and handwriting; every picture if OCR is off',
  },
  signatures: { rule: { unlessDropped: 'signatures' }, about: 'Digital signatures' },
  ...OFFICE_PARTS,
} as const satisfies Record<string, FormatPart>;

import type { FileFormat } from '../editing/file-format';

export const rtf = {
  name: 'rtf',
  extensions: ['rtf'],
  mediaType: 'application/rtf',
  parts: {
    text: {
      rule: 'rewrite',
      about: 'Paragraphs and tables, also hidden text, with texts of lists and entries of indexes',
    },
    headers_footers: { rule: 'rewrite', about: 'Headers and footers' },
    notes: { rule: 'rewrite', about: 'Footnotes and endnotes' },
    comments: { rule: 'rewrite', about: 'Comments' },
    authors: {
      rule: 'rewrite',
      about:
        'Authors of the document, of comments and changes. A name that is not replaced becomes `Author`; initials are left out',
    },
    fields: { rule: 'rewrite', about: 'Codes of fields with addresses of links, and form fields' },
    bookmarks: { rule: 'rewrite', about: 'Names of bookmarks' },
    drawings: { rule: 'rewrite', about: 'Properties of shapes, such as alternative texts' },
    properties: { rule: 'rewrite', about: 'Title, subject, keywords, company and document variables' },
    styles: { rule: 'rewrite', about: 'Names of styles, lists and fonts' },
    custom_properties: { rule: 'drop', about: 'Properties that people defined' },
    data: {
      rule: 'drop',
      about: 'Data of applications: themes, custom XML, templates, mail merges, lists of files and users',
    },
    other: { rule: 'drop', about: 'Extensions that this service does not know (`\\*`)' },
    pictures: { rule: { unlessDropped: 'pictures' }, about: 'Pictures' },
    embedded: { rule: { unlessDropped: 'embedded' }, about: 'Objects of other programs' },
    tracked_changes: { rule: 'refuse', about: 'Tracked changes: insertions, deletions and moves' },
  },
} as const satisfies FileFormat;

import type { FileFormat } from '../editing/file-format';
import { OOXML_PARTS } from './ooxml-parts';

export const docx = {
  name: 'docx',
  extensions: ['docx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  parts: {
    body: {
      rule: 'rewrite',
      about: 'Paragraphs and tables with hidden text, field codes and content controls',
    },
    headers_footers: { rule: 'rewrite', about: 'Headers and footers' },
    notes: { rule: 'rewrite', about: 'Footnotes and endnotes' },
    glossary: { rule: 'rewrite', about: 'Building blocks and placeholders' },
    bookmarks: { rule: 'rewrite', about: 'Names of bookmarks, with references to them' },
    styles: { rule: 'rewrite', about: 'Names of custom styles, texts of lists' },
    settings: { rule: 'rewrite', about: 'Document variables and other settings' },
    tracked_changes: { rule: 'refuse', about: 'Tracked changes: insertions, deletions and moves' },
    ...OOXML_PARTS,
  },
} as const satisfies FileFormat;

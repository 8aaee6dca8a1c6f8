import type { FileFormat } from '../editing/file-format';
import { OOXML_PARTS } from './ooxml-parts';

export const xlsx = {
  name: 'xlsx',
  extensions: ['xlsx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parts: {
    cells: { rule: 'rewrite', about: 'Cells of all sheets with results of formulas, also hidden ones' },
    formulas: {
      rule: 'rewrite',
      about: 'Texts in formulas, also of conditional formats and data validations',
    },
    names: { rule: 'rewrite', about: 'Names of sheets, ranges, tables and columns, with references to them' },
    sheets: { rule: 'rewrite', about: 'Headers, footers, messages, filters and links of sheets' },
    pivot_tables: { rule: 'rewrite', about: 'Pivot tables with their cached values, slicers and timelines' },
    workbook: { rule: 'rewrite', about: 'Number formats and settings of the workbook' },
    phonetics: { rule: 'rewrite', about: 'Pronunciation of cells' },
    external_links: { rule: 'rewrite', about: 'Links to other workbooks' },
    external_caches: { rule: 'drop', about: 'Cached values of other workbooks' },
    unused_strings: { rule: 'drop', about: 'Strings that no cell shows' },
    external_data: { rule: 'refuse', about: 'Connections to databases and other sources, data models' },
    revisions: { rule: 'refuse', about: 'The history of a shared workbook' },
    ...OOXML_PARTS,
  },
} as const satisfies FileFormat;

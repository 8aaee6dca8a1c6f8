import type { ShownTexts } from '../office/shown-texts';
import type { Names } from '../office/shown-texts';

/** The names of a workbook to which formulas refer. */
export interface WorkbookNames {
  sheets: Names;
  /** Defined names and names of tables, which share one space */
  defined: Names;
  columns: Names;
}

const TOKENS =
  /"((?:[^"]|"")*)"|'((?:[^']|'')*)'(?=(!)?)|\[((?:[^[\]']|'[\s\S]){0,998})\]|([\p{L}_\\][\p{L}\p{N}_.\\?]*)(?=(!|\(|\[)?)/gu;
const SIMPLE_SHEET = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const LIKE_A_CELL = /^(?:[a-z]{1,3}\d+|r\d*c?\d*|c\d*)$/i;

/**
 * Edits a formula of a workbook (ECMA-376, part 1, 18.17): shows each string in it, and follows the changed names of sheets,
 * tables, columns and ranges.
 */
export function editFormula(formula: string, part: string, texts: ShownTexts, names: WorkbookNames): string {
  const edit = texts.formula(part, formula);
  return formula.replaceAll(
    TOKENS,
    (
      token,
      string?: string,
      quoted?: string,
      mark?: string,
      column?: string,
      word?: string,
      next?: string,
    ) => {
      if (string !== undefined) return editString(token, string, edit);
      if (quoted !== undefined) return mark ? editSheets(token, quoted, part, texts, names) : token;
      if (column !== undefined) return editColumn(token, column, names);
      if (word === undefined) return token;
      if (next === '!') return quotedSheet(names.sheets.changed(word)) ?? token;
      return names.defined.changed(word) ?? token;
    },
  );
}

function editString(token: string, string: string, edit: (text: string) => string): string {
  const value = string.replaceAll('""', '"');
  const edited = edit(value);
  return edited === value ? token : `"${edited.replaceAll('"', '""')}"`;
}

/** Edits a quoted reference such as `'[1]Q1:Q4'`. What is no sheet of the workbook is a text. */
function editSheets(
  token: string,
  quoted: string,
  part: string,
  texts: ShownTexts,
  { sheets }: WorkbookNames,
): string {
  const [, file = '', list = ''] = /^((?:[^[\]]*\[[^\]]*\])?)([\s\S]*)$/.exec(quoted.replaceAll("''", "'"))!;
  const written = (sheets.has(list) ? [list] : list.split(':'))
    .map((name) => (sheets.has(name) ? (sheets.changed(name) ?? name) : texts.edit(part, name)))
    .join(':');
  const inFile = /\p{L}/u.test(file) ? texts.edit(part, file) : file;
  return inFile + written === file + list ? token : `'${(inFile + written).replaceAll("'", "''")}'`;
}

function editColumn(token: string, escaped: string, { columns }: WorkbookNames): string {
  const isThisRow = escaped.startsWith('@');
  const written = columns.changed(escaped.slice(isThisRow ? 1 : 0).replaceAll(/'([\s\S])/g, '$1'));
  if (written === undefined) return token;
  return `[${isThisRow ? '@' : ''}${written.replaceAll(/['#[\]@]/g, "'$&")}]`;
}

const quotedSheet = (name: string | undefined): string | undefined =>
  name === undefined || (SIMPLE_SHEET.test(name) && !LIKE_A_CELL.test(name))
    ? name
    : `'${name.replaceAll("'", "''")}'`;

/** Edits the texts in quotation marks of a number format, such as `0 "Euro"`. */
export const editNumberFormat = (format: string, part: string, texts: ShownTexts): string =>
  format.replaceAll(/"([^"]*)"/g, (token, text: string) => {
    const edited = texts.edit(part, text);
    return edited === text ? token : `"${edited.replaceAll('"', '')}"`;
  });

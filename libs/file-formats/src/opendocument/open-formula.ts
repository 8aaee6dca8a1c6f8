import type { Names, ShownTexts } from '../office/shown-texts';

/** The names of a document to which formulas and links refer. */
export interface DocumentNames {
  sheets: Names;
  /** Names of ranges, which are identifiers */
  defined: Names;
  /** Names of bookmarks, tables, shapes and other things */
  others: Names;
}

const TOKENS = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([\p{L}_][\p{L}\p{N}_]*)(?=(\.|\()?)/gu;
const SIMPLE = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Edits a formula, a condition or an address (OpenFormula, ISO/IEC 26300-2): shows each string in it, and follows the changed
 * names of sheets and ranges.
 */
export function editOpenFormula(formula: string, texts: ShownTexts, names: DocumentNames): string {
  const edit = texts.formula('formulas', formula);
  return formula.replaceAll(
    TOKENS,
    (token, string?: string, sheet?: string, word?: string, next?: string) => {
      if (string !== undefined) {
        const value = string.replaceAll('""', '"');
        const edited = edit(value);
        return edited === value ? token : `"${edited.replaceAll('"', '""')}"`;
      }
      if (sheet !== undefined) {
        const name = sheet.replaceAll("''", "'");
        const edited = editSheet(name, texts, names);
        return edited === name ? token : `'${edited.replaceAll("'", "''")}'`;
      }
      if (word === undefined) return token;
      const changed = next === '.' ? names.sheets.changed(word) : names.defined.changed(word);
      if (changed === undefined) return token;
      return next !== '.' || SIMPLE.test(changed) ? changed : `'${changed.replaceAll("'", "''")}'`;
    },
  );
}

/** Edits what is quoted: a sheet, or the address of another file. */
function editSheet(name: string, texts: ShownTexts, { sheets }: DocumentNames): string {
  if (name.includes('://')) return texts.link('links', name);
  return sheets.has(name) ? (sheets.changed(name) ?? name) : texts.edit('formulas', name);
}

import type { OfficeZip } from '../office/office-zip';
import { asIdentifier, Names, type ShownTexts } from '../office/shown-texts';
import { scanXml } from '../text/read-xml';
import { dateStylesOf } from '../text/date-styles';
import type { WorkbookNames } from './formula';
import { relationsOf } from './relations';
import { SharedStrings } from './shared-strings';

/** What the parts of a workbook need to know of it. */
export interface Workbook {
  /** The sheets in their order */
  sheets: string[];
  from1904: boolean;
  dateStyles: boolean[];
  strings: SharedStrings;
  /** The heads of columns of tables, by sheet and cell */
  heads: Map<string, Map<string, string>>;
}

/** Excel allows 31 characters in the name of a sheet, and none of these. */
const NOT_IN_SHEETS = /[[\]:*?/\\\p{Cc}]/gu;

export const workbookNames = (texts: ShownTexts, part: string): WorkbookNames => ({
  sheets: new Names(
    (name) => texts.edit(part, name),
    (name) => name.replaceAll(NOT_IN_SHEETS, '').replaceAll(/^'+|'+$/g, '') || 'Sheet',
    31,
  ),
  defined: new Names((name) => texts.edit(part, name), asIdentifier, 255),
  columns: new Names(
    (name) => texts.edit(part, name),
    (name) => name.replaceAll(/[[\]]/g, ''),
    255,
  ),
});

/** Reads what the cells of a workbook depend on, and shows the names to which its parts refer. */
export async function readWorkbook(
  zip: OfficeZip,
  main: string,
  ofKind: (kind: string) => string[],
  names: WorkbookNames,
): Promise<Workbook> {
  const targets = new Map((await relationsOf(zip, main)).map(({ id, target }) => [id, target]));
  const workbook: Workbook = {
    sheets: [],
    from1904: false,
    dateStyles: [],
    strings: new SharedStrings(),
    heads: new Map(),
  };
  await scanXml(zip.text(main), {
    open: (name, attributes) => {
      if (name === 'sheet') {
        const part = targets.get(attributeOf(attributes, 'id') ?? '');
        if (part && zip.has(part)) workbook.sheets.push(part);
        names.sheets.of(attributes['name'] ?? '');
      }
      if (name === 'definedName' && !/^_xl/i.test(attributes['name'] ?? '_xl'))
        names.defined.of(attributes['name']!);
      if (name === 'workbookPr') workbook.from1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      return undefined;
    },
  });
  for (const part of ofKind('spreadsheetml.externallink'))
    await scanXml(zip.text(part), {
      open: (name, { val }) => {
        if (name === 'sheetName' && val) names.sheets.of(val);
        return undefined;
      },
    });
  for (const sheet of workbook.sheets)
    for (const { type, target } of await relationsOf(zip, sheet))
      if (type === 'table' && zip.has(target)) await readTable(zip, target, sheet, workbook, names);
  for (const part of ofKind('spreadsheetml.styles'))
    workbook.dateStyles.push(...(await dateStylesOf(zip.text(part))));
  for (const part of ofKind('spreadsheetml.sharedstrings'))
    workbook.strings = await SharedStrings.read(zip.text(part));
  return workbook;
}

async function readTable(
  zip: OfficeZip,
  part: string,
  sheet: string,
  { heads }: Workbook,
  names: WorkbookNames,
): Promise<void> {
  const ofSheet = heads.get(sheet) ?? new Map<string, string>();
  heads.set(sheet, ofSheet);
  let corner: { column: number; row: string } | undefined;
  await scanXml(zip.text(part), {
    open: (element, { name = '', displayName = name, ref = '', headerRowCount = '1' }) => {
      if (element === 'table') {
        names.defined.of(displayName);
        const [, letters, row] = /^([A-Z]+)(\d+)/.exec(ref) ?? [];
        corner =
          letters && row && headerRowCount !== '0' ? { column: columnNumber(letters), row } : undefined;
      }
      if (element === 'tableColumn') {
        names.columns.of(name);
        if (corner) ofSheet.set(columnLetters(corner.column++) + corner.row, name);
      }
      return undefined;
    },
  });
}

const attributeOf = (attributes: Readonly<Record<string, string>>, local: string): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1];

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

function columnLetters(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

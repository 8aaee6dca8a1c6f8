import { partsOf, rewritten } from '../../testing/office-fixtures';
import { zipFile } from '@app/testing';
import type { TextChange } from '../editing/text-editor';

const S =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of the sheets "Akte Weber" and "Summe", with these rows and shared strings. */
const workbook = (rows: string, strings: string, summary = ''): Promise<Buffer> =>
  zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
      ['workbook.xml', 'sheet.main'],
      ['worksheets/sheet1.xml', 'worksheet'],
      ['worksheets/sheet2.xml', 'worksheet'],
      ['sharedStrings.xml', 'sharedStrings'],
    ]
      .map(([name, type]) => `<Override PartName="/xl/${name}" ContentType="${TYPE}.${type}+xml"/>`)
      .join('')}</Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook ${S}><sheets><sheet name="Akte Weber" sheetId="1" r:id="a"/><sheet name="Summe" sheetId="2" r:id="b"/></sheets><definedNames><definedName name="Weber_Summe">'Akte Weber'!$A$1</definedName></definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="http://x/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet ${S}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${S}><sheetData>${summary}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${S}>${strings}</sst>`,
  });

const replacing =
  (value: string, replacement: string) =>
  (text: string): TextChange[] =>
    [...text.matchAll(new RegExp(value, 'g'))].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      replacement: match[0].replace(new RegExp(value), replacement),
    }));
const partOf = (file: Buffer, name: string): string => new Map(partsOf(file)).get(name)!.toString();
const rowsOf = (file: Buffer, sheet = 1): string =>
  /<sheetData>(.*)<\/sheetData>/.exec(partOf(file, `xl/worksheets/sheet${sheet}.xml`))![1]!;

describe('xlsx', () => {
  it('shows each cell with its row, also where cells share a string', async () => {
    const file = await workbook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>301234567</v></c><c r="C2"><v>12</v></c></row>',
      '<si><t>Anna</t></si><si><t>Weber</t></si>',
    );
    const { texts } = await rewritten('a.xlsx', file, () => []);
    expect(texts.filter(({ part }) => part === 'cells')).toEqual([
      { part: 'cells', text: 'Anna' },
      { part: 'cells', text: 'Weber', joins: 'cell' },
      { part: 'cells', text: 'Anna' },
      { part: 'cells', text: '301234567', joins: 'cell' },
    ]);
  });

  it('writes a changed cell with the formats of its string, and empties the string that no cell uses any more', async () => {
    const rich = '<si><r><t>An</t></r><r><rPr><b/></rPr><t>na</t></r></si>';
    const file = await workbook(
      '<row><c r="A1" s="2" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>',
      `${rich}<si><t>Ulm</t></si>`,
    );
    const { content } = await rewritten('a.xlsx', file, replacing('Anna', '[NAME_1]'));
    expect(rowsOf(content)).toBe(
      '<row><c r="A1" s="2" t="inlineStr"><is><r><t xml:space="preserve">[NAME_1]</t></r><r><rPr><b/></rPr><t xml:space="preserve"></t></r></is></c><c r="B1" t="s"><v>1</v></c></row>',
    );
    expect(partOf(content, 'xl/sharedStrings.xml')).toBe(`<sst ${S}><si><t/></si><si><t>Ulm</t></si></sst>`);
  });

  it('writes a hidden number as a text, and its value as a number again', async () => {
    const rows = '<row><c r="A1"><v>301234567</v></c><c r="B1"><f>A1</f><v>301234567</v></c></row>';
    const { content } = await rewritten(
      'a.xlsx',
      await workbook(rows, ''),
      replacing('301234567', '[PHONE_1]'),
    );
    expect(rowsOf(content)).toBe(
      '<row><c r="A1" t="str"><v>[PHONE_1]</v></c><c r="B1" t="str"><f>A1</f><v>[PHONE_1]</v></c></row>',
    );
    const restored = await rewritten('a.xlsx', content, replacing('\\[PHONE_1\\]', '301234567'));
    expect(rowsOf(restored.content)).toBe(rows.replace('<c r="B1">', '<c r="B1" t="str">'));
  });

  it('follows the names of sheets and ranges in every formula, without the brackets of labels', async () => {
    const summary = `<row><c r="A1"><f>SUM('Akte Weber'!A1,'Akte Weber:Summe'!A2,Weber_Summe)&amp;"Weber"&amp;Weber(1)</f><v>1</v></c></row>`;
    const { content } = await rewritten(
      'a.xlsx',
      await workbook('', '', summary),
      replacing('Weber', '[NAME_1]'),
    );
    expect(partOf(content, 'xl/workbook.xml')).toContain(
      `<sheet name="Akte NAME_1" sheetId="1" r:id="a"/><sheet name="Summe" sheetId="2" r:id="b"/></sheets><definedNames><definedName name="NAME_1_Summe">'Akte NAME_1'!$A$1</definedName>`,
    );
    expect(rowsOf(content, 2)).toContain(
      `<f>SUM('Akte NAME_1'!A1,'Akte NAME_1:Summe'!A2,NAME_1_Summe)&amp;"[NAME_1]"&amp;Weber(1)</f>`,
    );
  });

  it('keeps the names of sheets different and within 31 characters', async () => {
    const long = '[A_VERY_LONG_LABEL_OF_FORTY_CHARACTERS_1]';
    const { content } = await rewritten('a.xlsx', await workbook('', ''), (text) =>
      text === 'Akte Weber' || text === 'Summe' ? [{ start: 0, end: text.length, replacement: long }] : [],
    );
    expect(partOf(content, 'xl/workbook.xml')).toMatch(
      /name="A_VERY_LONG_LABEL_OF_FORTY_CHAR" .*name="A_VERY_LONG_LABEL_OF_FORTY_CH_2"/,
    );
  });
});

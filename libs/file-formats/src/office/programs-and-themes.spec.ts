import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipFile } from '@app/testing';
import { FIXTURES, partsOf, rewritten } from '../../testing/office-fixtures';
import { partsWithValues } from '../editing/edit-file';
import { codeOf, FORMAT_CODE } from '../format-code';
import { formatOf } from '../formats';
import { isProgram, isUsualTheme } from './programs-and-themes';

describe('the name of a program', () => {
  it.each([
    'openpyxl',
    'Microsoft Excel',
    'Microsoft Macintosh PowerPoint',
    'Microsoft Excel Compatible / Openpyxl 3.1.5',
    'LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40$Build-2',
    'ODFPY/1.4.1',
    'Apache POI',
  ])('is known: %s', (name) => expect(isProgram(name)).toBe(true));

  it.each(['Anna Weber', 'LibreOffice Weber', 'Excel-Team Nordwerk', '2026', ''])('is not %j', (name) =>
    expect(isProgram(name)).toBe(false),
  );
});

describe('the name of a theme', () => {
  it.each(['Office Theme', 'Office', 'Office Theme 2013 - 2022', 'Larissa-Design'])('is usual: %s', (name) =>
    expect(isUsualTheme(name)).toBe(true),
  );

  it.each(['Nordwerk', 'Office Nordwerk', 'Theme of Anna Weber'])('is not usual: %s', (name) =>
    expect(isUsualTheme(name)).toBe(false),
  );
});

/** Returns a fixture with other parts. */
async function changed(name: string, change: (text: string, part: string) => string): Promise<Buffer> {
  const parts = [...partsOf(readFileSync(join(FIXTURES, name)))].filter(([part]) => !part.endsWith('/'));
  return zipFile(
    Object.fromEntries(
      parts.map(([part, bytes]) => [
        part,
        /\.(?:xml|rels)$/.test(part) ? Buffer.from(change(bytes.toString(), part)) : bytes,
      ]),
    ),
  );
}

const shownIn = async (name: string, file: Buffer): Promise<string[]> =>
  (await rewritten(name, file, () => [])).texts.map(({ text }) => text);
const left = (name: string, file: Buffer, values: string[]): Promise<string[]> =>
  partsWithValues(FORMAT_CODE[formatOf(name)!.name], file, values, { drop: new Set(), codeOf });

describe('words of programs in a file', () => {
  const WORKBOOK = 'xlsx/cells.xlsx';
  const made = (creator: string) =>
    changed(WORKBOOK, (text, part) =>
      part === 'docProps/core.xml'
        ? text.replace(/(<dc:creator[^>]*>)[^<]*</, `$1${creator}<`)
        : part === 'docProps/app.xml'
          ? text.replace(/<Application>[^<]*</, '<Application>Microsoft Excel Compatible / Openpyxl 3.1.5<')
          : text,
    );

  it('are kept, not searched, and no reason to refuse the file', async () => {
    const file = await made('openpyxl');
    expect(new Map(partsOf(file)).get('docProps/core.xml')!.toString()).toContain('>openpyxl<');
    const { content, texts } = await rewritten(WORKBOOK, file, () => []);
    for (const word of ['openpyxl', 'Office Theme', 'Office'])
      expect(texts.map(({ text }) => text)).not.toContain(word);
    expect(new Map(partsOf(content)).get('docProps/core.xml')!.toString()).toContain('>openpyxl<');
    expect(await left(WORKBOOK, content, ['openpyxl', 'Office Theme', 'Styles', 'Excel'])).toEqual([]);
  });

  it('are searched if they are not only the name of a program or of a usual theme', async () => {
    expect(await shownIn(WORKBOOK, await made('openpyxl of Weber'))).toContain('openpyxl of Weber');
    const themed = await changed(WORKBOOK, (text) => text.replace('"Office Theme"', '"Nordwerk"'));
    expect(await shownIn(WORKBOOK, themed)).toContain('Nordwerk');
    expect(await left(WORKBOOK, themed, ['Nordwerk'])).toEqual(['xl/theme/theme1.xml']);
  });

  it('are the types of OpenDocument and its program', async () => {
    const name = 'ods/libreoffice-cells.ods';
    expect(await left(name, readFileSync(join(FIXTURES, name)), ['spreadsheet', 'LibreOffice'])).toEqual([]);
  });

  it('are functions in formulas, but no strings in them and no other names', async () => {
    const name = 'xlsx/formulas.xlsx';
    const formula = (written: string) =>
      changed(name, (text) => text.replace(/<f>[^<]*</, `<f>${written.replaceAll('"', '&quot;')}<`));
    expect(await left(name, await formula('WORKDAY(A1,DATE(2026,1,2))'), ['Work Day', 'Date'])).toEqual([]);
    for (const other of ['IF(A1="Date",1,2)', 'Date+1', "'Date'!A1", 'WEBER(A1)'])
      expect(await left(name, await formula(other), ['Date', 'Weber'])).not.toEqual([]);
  });
});

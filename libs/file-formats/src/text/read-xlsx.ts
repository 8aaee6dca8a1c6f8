import { OoxmlPackage } from './ooxml-package';
import { readXml, scanXml } from './read-xml';
import { dateStylesOf } from './date-styles';
import { SheetText } from './sheet-text';

interface Sheet {
  name: string;
  part: string;
}

/** Yields the text of a workbook: each sheet under its name, its rows as lines. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<string> {
  const file = await OoxmlPackage.open(bytes);
  const { sheets, from1904 } = await readWorkbook(file, file.main('spreadsheetml.sheet.main'));
  const [sharedStrings, dateStyles] = [await readSharedStrings(file), await readDateStyles(file)];
  for (const { name, part } of sheets) {
    yield `${name}\n`;
    yield* readXml(file.read(part), new SheetText({ sharedStrings, dateStyles, from1904 }));
    yield '\n';
  }
}

async function readWorkbook(
  file: OoxmlPackage,
  main: string,
): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const targets = await file.related(main);
  const worksheets = new Set(file.ofType('spreadsheetml.worksheet'));
  const sheets: Sheet[] = [];
  let from1904 = false;
  await scanXml(file.read(main), {
    open: (element, attributes) => {
      const part = element === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (part && worksheets.has(part)) sheets.push({ name: attributes['name'] ?? '', part });
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      return undefined;
    },
  });
  return { sheets, from1904 };
}

async function readSharedStrings(file: OoxmlPackage): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inReading = false;
  for (const part of file.ofType('spreadsheetml.sharedStrings'))
    await scanXml(file.read(part), {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') inReading = true; // The pronunciation of a word, which the cell does not show.
        inText = name === 't' && !inReading;
        return undefined;
      },
      text: (piece) => {
        if (inText) text += piece;
        return undefined;
      },
      close: (name) => {
        inText = false;
        if (name === 'rPh') inReading = false;
        if (name === 'si') strings.push(text);
        return undefined;
      },
    });
  return strings;
}

async function readDateStyles(file: OoxmlPackage): Promise<boolean[]> {
  const dateStyles: boolean[] = [];
  for (const part of file.ofType('spreadsheetml.styles'))
    dateStyles.push(...(await dateStylesOf(file.read(part))));
  return dateStyles;
}

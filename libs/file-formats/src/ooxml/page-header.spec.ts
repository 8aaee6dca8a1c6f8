import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { zipFile } from '@app/testing';
import { partsOf, rewritten } from '../../testing/office-fixtures';
import { partsWithValues } from '../editing/edit-file';
import type { TextChange } from '../editing/text-editor';
import { codeOf, FORMAT_CODE } from '../format-code';

const MAIN = 'application/vnd.openxmlformats-officedocument';
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const SHEET = 'xl/worksheets/sheet1.xml';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A workbook with a header on its sheet, and the same one on a chart. */
const workbookOf = (header: string, element = 'oddHeader'): Promise<Buffer> =>
  zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.spreadsheetml.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${MAIN}.spreadsheetml.worksheet+xml"/><Override PartName="/xl/charts/chart1.xml" ContentType="${MAIN}.drawingml.chart+xml"/></Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook ${S} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Summe" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    [SHEET]: `<worksheet ${S}><sheetData/><headerFooter><${element}>${escaped(header)}</${element}></headerFooter></worksheet>`,
    'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="${CHART}"><c:printSettings><c:headerFooter><c:${element}>${escaped(header)}</c:${element}></c:headerFooter></c:printSettings></c:chartSpace>`,
  });

/** Replaces whole words, as the search finds them. */
const hiding =
  (words: readonly string[], to: string) =>
  (text: string): TextChange[] =>
    [...text.matchAll(/[\p{L}\p{N}]+/gu)]
      .filter(([word]) => words.includes(word))
      .map(({ 0: word, index: start }) => ({ start, end: start + word.length, replacement: to }));

const headerIn = (file: Buffer, part = SHEET): string =>
  /(?:odd|even|first)(?:Header|Footer)(?: [^>]*)?>(.*?)</
    .exec(new Map(partsOf(file)).get(part)!.toString())![1]!
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Returns the parts of a written workbook in which words are left, by the second reader. */
const partsWith = (file: Buffer, words: readonly string[]): Promise<string[]> =>
  partsWithValues(FORMAT_CODE.xlsx, file, words, { drop: new Set(), codeOf });

describe('the header of a page', () => {
  it.each([
    ['&LNordwerk – K. Seidel&RSeite &P', '&LX – K. Seidel&RX &P'],
    ['&C&"Arial,Bold"&12Nordwerk&K01+000Seite', '&C&"Arial,Bold"&12Nordwerk&K01+000Seite'],
    ['&C&"Arial,Bold"&12Nordwerk &K01+000Seite', '&C&"Arial,Bold"&12X &K01+000X'],
    ['&LNord&Bwerk&B &NSeite', '&LX&B&B &NX'],
    ['&lNordwerk&rSeite&d', '&lX&rX&d'],
    ['Nordwerk && Seite & Co', 'X && X && Co'],
    ['&KFF0000Nordwerk', '&KFF0000X'],
  ])('is read without its codes, which stay: %s', async (header, written) => {
    const { content } = await rewritten(
      'a.xlsx',
      await workbookOf(header),
      hiding(['Nordwerk', 'Seite'], 'X'),
    );
    expect(headerIn(content)).toBe(written);
    expect(headerIn(content, 'xl/charts/chart1.xml')).toBe(written);
  });

  it('keeps a replacement that begins with a digit apart from the size before it', async () => {
    const { content } = await rewritten('a.xlsx', await workbookOf('&12Nordwerk'), hiding(['Nordwerk'], '7'));
    expect(headerIn(content)).toBe('&12 7');
  });

  it.each(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter'])(
    'is checked by the second reader behind its codes: %s',
    async (element) => {
      for (const header of ['&LNordwerk', '&CNord&Bwerk', '&"Arial"Nordwerk', '&K000000Nordwerk'])
        expect(await partsWith(await workbookOf(header, element), ['Nordwerk'])).toEqual([
          SHEET,
          'xl/charts/chart1.xml',
        ]);
    },
  );

  it('has no hidden word after it was written, and is restored, whatever codes are in it', async () => {
    const codes = '&L &C &R &P &D &A &G &B &I &U &12 &"Arial,Fett" &KFF0000 && – &P+'.split(' ');
    const code = constantFrom(' ', ...codes);
    const word = constantFrom('Nordwerk', 'Seite', 'Bauer', 'Lang', 'Ende', '2026');
    const pieces = array(record({ code, word }), { minLength: 1, maxLength: 6 });
    await assert(
      asyncProperty(pieces, async (given) => {
        // Two words that only a format divides are one word.
        const header = given
          .map((one) => `${one.code}${/\d$/.test(one.code) ? ' ' : ''}${one.word} `)
          .join('');
        const { content } = await rewritten(
          'a.xlsx',
          await workbookOf(header),
          hiding(['Nordwerk', 'Bauer', 'Lang'], '[NAME_1]'),
        );
        expect(await partsWith(content, ['Nordwerk', 'Bauer', 'Lang'])).toEqual([]);
        const restored = headerIn(content).replaceAll('[NAME_1]', 'Lang');
        expect(restored).toBe(header.replaceAll(/Nordwerk|Bauer/g, 'Lang'));
      }),
    );
  });
});

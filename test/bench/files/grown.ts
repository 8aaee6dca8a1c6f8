import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { zipFile } from '@app/testing';

const FIXTURES = join(__dirname, '../../fixtures/files');
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The values in each file. */
export const VALUES: readonly string[] = [
  'Katharina Brüggemann',
  'Stefan Griffith',
  'k.brueggemann@example.org',
  '+49 171 5550123',
  'DE89 3704 0044 0532 0130 00',
  'Wiesenstraße 47',
];
const PARAGRAPH =
  'Katharina Brüggemann wohnt in der Wiesenstraße 47 und ist unter +49 171 5550123 zu erreichen. Die Rechnung vom letzten Monat ' +
  'wurde von ihrem Konto DE89 3704 0044 0532 0130 00 bezahlt, wie Stefan Griffith der Verwaltung geschrieben hat. ';

export interface GrownFile {
  name: string;
  format: 'docx' | 'xlsx' | 'pdf' | 'png';
  content: Buffer;
  withOcr: boolean;
  /** Whether another program hides values in such a file */
  hasPeer: boolean;
}

/** Files of the sizes that people have, grown from the fixtures. */
export async function grownFiles(): Promise<GrownFile[]> {
  const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
  const [plain, withOcr] = [
    { withOcr: false, hasPeer: true },
    { withOcr: true, hasPeer: true },
  ];
  return [
    { name: '10-page docx', format: 'docx', content: await letter(120), ...plain },
    { name: '10,000-row xlsx', format: 'xlsx', content: await workbook(10_000, 4), ...plain },
    { name: '25 MiB xlsx', format: 'xlsx', content: await workbook(250_000, 24), ...plain, hasPeer: false },
    {
      name: '20-page pdf',
      format: 'pdf',
      content: await repeated(fixture('pdf/letter-german.pdf'), 20),
      ...plain,
    },
    {
      name: 'scanned page, pdf',
      format: 'pdf',
      content: fixture('pdf/scan-german.pdf'),
      ...withOcr,
      hasPeer: false,
    },
    { name: 'printed page, png', format: 'png', content: fixture('png/print-german-sans.png'), ...withOcr },
  ];
}

/** Returns a document with paragraphs: twelve of them fill a page. */
const letter = (paragraphs: number): Promise<Buffer> =>
  zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${W}"><w:body>${Array.from(
      { length: paragraphs },
      (_, i) => `<w:p><w:r><w:t>${i + 1}. ${PARAGRAPH}</w:t></w:r></w:p>`,
    ).join('')}</w:body></w:document>`,
  });

/** Returns a workbook with a name in each 30th row, and numbers in the others, as exports of measurements have. */
function workbook(rows: number, columns: number): Promise<Buffer> {
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const cell = (): string => `<c><v>${(next() / 1_000_003).toFixed(3)}</v></c>`;
  const row = (i: number): string => {
    const first = i % 30 === 0 ? 'Katharina Brüggemann' : `Messung ${i}`;
    return `<row><c t="inlineStr"><is><t>${first}</t></is></c>${Array.from({ length: columns - 1 }, cell).join('')}</row>`;
  };
  return zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${R}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${S}" xmlns:r="${R}"><sheets><sheet name="Daten" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': Buffer.concat([
      Buffer.from(`<worksheet xmlns="${S}"><sheetData>`),
      ...Array.from({ length: rows }, (_, i) => Buffer.from(row(i))),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  });
}

async function repeated(file: Buffer, pages: number): Promise<Buffer> {
  const [from, to] = [await PDFDocument.load(file), await PDFDocument.create()];
  for (let i = 0; i < pages; i += 1) {
    const [page] = await to.copyPages(from, [0]);
    to.addPage(page!);
  }
  return Buffer.from(await to.save());
}

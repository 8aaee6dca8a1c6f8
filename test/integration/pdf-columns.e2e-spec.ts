import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  nat,
  record,
  string,
  type Arbitrary,
} from 'fast-check';
import { editFiles, everythingIn } from '../support/files/edit-fixtures';

const SIZE = 10;
const LINE = 14;
const PAGES = 24;

/** A page with a value that goes on in other lines, beside other texts. Its letters are in no other text. */
const layout = record({
  pieces: array(string({ unit: constantFrom(...'qxyzw'), minLength: 5, maxLength: 8 }), {
    minLength: 2,
    maxLength: 4,
  }),
  isOneWord: boolean(),
  font: constantFrom(StandardFonts.Helvetica, StandardFonts.TimesRoman, StandardFonts.Courier),
  before: string({ unit: constantFrom(...'abcdef '), minLength: 10, maxLength: 25 }),
  after: string({ unit: constantFrom(...'abcdef '), minLength: 10, maxLength: 25 }),
  /** What is at the start of each line, as its number, and how far it is from the text */
  mark: constantFrom('', '10', '(7)', '>', 'a)', '[12]'),
  markGap: integer({ min: 3, max: 30 }),
  /** The column beside it, and how far it is */
  beside: constantFrom('', 'bcdef fed abc', '(fabc) [de] fab', '12'),
  besideGap: integer({ min: 8, max: 40 }),
  /** The order in which the page writes its texts */
  order: array(nat(), { minLength: 16, maxLength: 16 }),
});
type Layout = typeof layout extends Arbitrary<infer T> ? T : never;

interface Drawn {
  text: string;
  x: number;
  y: number;
}

function textsOf(
  { pieces, isOneWord, before, after, mark, markGap, beside, besideGap }: Layout,
  font: PDFFont,
) {
  const width = (text: string): number => font.widthOfTextAtSize(text, SIZE);
  const left = 80;
  const lines = pieces.map((piece, i) => {
    const start = i === 0 ? `${before} ${piece}` : piece;
    return i === pieces.length - 1 ? `${start} ${after}` : start + (isOneWord ? '-' : '');
  });
  const right = left + Math.max(...lines.map((line) => width(line))) + besideGap;
  const drawn: Drawn[] = [{ text: pieces.join(isOneWord ? '' : ' '), x: left, y: 80 }];
  for (const [i, line] of lines.entries()) {
    const y = 400 - i * LINE;
    if (i > 0 && mark !== '') drawn.push({ text: mark, x: left - markGap - width(mark), y });
    drawn.push({ text: line, x: left, y });
    if (beside !== '') drawn.push({ text: beside, x: right, y });
  }
  return drawn;
}

async function written(layouts: readonly Layout[]): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  for (const layout of layouts) {
    const font = await made.embedFont(layout.font);
    const page = made.addPage([600, 500]);
    const drawn = textsOf(layout, font).map((text, i) => ({ ...text, at: layout.order[i % 16]! }));
    for (const { text, x, y } of drawn.sort((a, b) => a.at - b.at))
      page.drawText(text, { x, y, size: SIZE, font });
  }
  return made.save();
}

/** Returns the texts that content streams show, without the product's code. PDFium writes them in hexadecimal. */
const shownIn = (pdf: Buffer): string[] =>
  [...everythingIn(pdf).matchAll(/<([\dA-F]+)>/g)].map(([, digits]) =>
    Buffer.from(digits!, 'hex').toString('latin1'),
  );

describe('a value that goes on in another line of a PDF', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-columns-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('leaves no piece, whatever is beside it and whatever order its texts are in', async () => {
    await assert(
      asyncProperty(array(layout, { minLength: PAGES, maxLength: PAGES }), async (layouts) => {
        const path = join(folder, 'columns.pdf');
        await writeFile(path, await written(layouts));
        const values = layouts.map(({ pieces, isOneWord }) => pieces.join(isOneWord ? '' : ' '));
        const [outcome] = await editFiles([{ path, values }], 'together');
        const { refused, left, content } = outcome!;
        expect({ refused, left }).toEqual({ left: [] });
        const shown = shownIn(content);
        expect(shown).toContain('[KIND_1]');
        expect(shown.filter((text) => /[qxyzw]/.test(text))).toEqual([]);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

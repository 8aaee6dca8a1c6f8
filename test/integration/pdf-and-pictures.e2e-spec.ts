import { REASONS, type Unreadable } from '@app/file-formats';
import {
  editFixtures,
  everythingIn,
  OFFICE_PICTURES,
  PDF_AND_PICTURES,
  writtenForms,
  type Order,
  type Outcome,
} from '../support/files/edit-fixtures';

/** One of each kind with OCR, which takes seconds a page. The other fixtures are in the nightly tests. */
const WITH_OCR: ReadonlySet<string> = new Set([
  'pdf/scan-german.pdf',
  'pdf/picture-beside-text.pdf',
  'png/screenshot-narrow.png',
]);
const NIGHTLY: ReadonlySet<string> = new Set([
  'pdf/columns.pdf',
  'pdf/embedded-font.pdf',
  'pdf/letter-german.pdf',
]);
const WRITTEN = Object.entries(PDF_AND_PICTURES)
  .filter(([, { ocr, refusedFor }]) => !ocr && refusedFor !== 'encrypted')
  .map(([name]) => name)
  .filter((name) => name.startsWith('pdf/') && !NIGHTLY.has(name))
  .concat(...WITH_OCR);
/** On a busy machine, the files of all tests together take longer than one test may. */
const HANG = 600_000;
const REFUSED: { name: string; why: Unreadable; ocr?: boolean }[] = [
  { name: 'pdf/signed.pdf', why: 'signatures' },
  { name: 'pdf/attachments.pdf', why: 'embedded' },
  { name: 'pdf/password.pdf', why: 'encrypted' },
  { name: 'pdf/logo.pdf', why: 'pictures' },
  { name: 'pdf/pattern.pdf', why: 'unverifiable' },
  { name: 'png/print-german-sans.png', why: 'pictures' },
  { name: 'png/blank.png', why: 'pictures_unreadable', ocr: true },
];

/** A scanned card, and white letters on a transparent ground. The other formats are in the nightly tests. */
const OFFICE = ['docx/pictures-with-words.docx', 'pptx/pictures-with-words.pptx'];
/** Written by confined programs, with their limits, as all are in the nightly tests. */
const CONFINED = new Set(['pdf/letter-english.pdf', 'docx/pictures-with-words.docx']);

const isConfined = ({ name }: Order): boolean => CONFINED.has(name);

/** Edits fixtures, each as `CONFINED` says, and returns the outcomes in order. */
async function edited(orders: readonly Order[]): Promise<Outcome[]> {
  const confined = await editFixtures(orders.filter(isConfined));
  const others = await editFixtures(
    orders.filter((order) => !isConfined(order)),
    'together',
  );
  return orders.map((order) => (isConfined(order) ? confined : others).shift()!);
}

const outcomes = new Map<string, Outcome>();

// All at once: OCR and PDFium take longer to start than to read a page.
beforeAll(async () => {
  const written = WRITTEN.map((name) => ({
    name,
    drop: PDF_AND_PICTURES[name]!.drop ?? [],
    ocr: WITH_OCR.has(name),
  }));
  const office = OFFICE.map((name) => ({ name, ocr: true }));
  const orders = [...written, ...office, ...REFUSED];
  const all = await edited(orders);
  for (const [i, order] of orders.entries())
    outcomes.set('why' in order ? `refused ${order.name}` : order.name, all[i]!);
}, HANG);

describe('pictures in an office file that is written again', () => {
  it.each(OFFICE)('%s have none of its values', (name) => {
    const { refused, left, texts, report } = outcomes.get(name)!;
    expect({ refused, left }).toEqual({ refused: undefined, left: [] });
    const words = texts.filter(({ part }) => part === 'words_in_pictures').map(({ text }) => text);
    const read = words.join(' ').toLowerCase();
    const { values } = OFFICE_PICTURES[name]!;
    expect(values.filter((value) => !read.includes(value.toLowerCase()))).toEqual([]);
    expect(report.pagesReadByOcr).toBeGreaterThan(0);
  });
});

describe('a PDF or picture that is written again', () => {
  it.each(WRITTEN)('%s has none of its values for any reader', (name) => {
    const { refused, left, content } = outcomes.get(name)!;
    expect(refused).toBeUndefined();
    expect(left).toEqual([]);
    expect(content.length).toBeGreaterThan(0);
    const everything = name.endsWith('.pdf') ? everythingIn(content) : content.toString('latin1');
    for (const value of PDF_AND_PICTURES[name]!.values)
      expect({ value, isLeft: writtenForms(value).some((form) => everything.includes(form)) }).toEqual({
        value,
        isLeft: false,
      });
  });

  it.each(REFUSED)('$name is refused for $why', ({ name, why }) => {
    expect(outcomes.get(`refused ${name}`)!.refused).toContain(REASONS[why]);
  });

  it('shows to the editor every part that is not dropped', () => {
    const parts = WRITTEN.flatMap((name) => outcomes.get(name)!.texts.map(({ part }) => part));
    expect([...new Set(parts)].sort()).toEqual(
      [
        'text',
        'words',
        'words in pictures',
        'outline',
        'links',
        'destinations',
        'page labels',
        'layers',
        'tags',
        'other strings',
      ].sort(),
    );
  });

  it('keeps the other text of a page', () => {
    const everything = everythingIn(outcomes.get('pdf/letter-english.pdf')!.content);
    expect(writtenForms('thank you for your visit').some((form) => everything.includes(form))).toBe(true);
  });

  it('writes a scan as a picture, and a page with a picture as a page', () => {
    expect(outcomes.get('pdf/scan-german.pdf')!.report).toMatchObject({
      rasterizedPages: 1,
      pagesReadByOcr: 1,
    });
    expect(outcomes.get('pdf/picture-beside-text.pdf')!.report).toMatchObject({ rasterizedPages: 0 });
  });
});

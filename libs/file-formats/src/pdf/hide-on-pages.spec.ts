import { KnownValues } from '../ocr/known-values';
import { findFurther, itemsWithValues, type HiddenOnPage } from './hide-on-pages';
import { linesOf, type Glyph } from './page-text';
import type { PageContent } from './read-pages';
import type { Item } from './second-reader';

function pageOf(...lines: string[]): PageContent {
  const glyphs = lines.flatMap((line, row): Glyph[] =>
    [...line, '\n'].map((text, i) => ({
      text,
      isGenerated: text === '\n',
      isInvisible: false,
      angle: 0,
      box: { left: i * 10, right: i * 10 + 9, bottom: 700 - row * 20, top: 712 - row * 20 },
    })),
  );
  return { glyphs, lines: linesOf(glyphs), pictures: [], isScan: false, words: [] };
}

/** Returns the texts that are hidden on each page, each once. */
function hiddenIn(pages: PageContent[], values: KnownValues): string[][] {
  const hidden: HiddenOnPage[] = pages.map(() => ({ glyphs: [], words: [] }));
  findFurther(pages, hidden, values);
  return hidden.map(({ glyphs }, page) => {
    const texts = glyphs.map(({ places }) =>
      [...new Set(places)]
        .map((i) => pages[page]!.glyphs[i]!.text)
        .filter((text) => text.trim() !== '')
        .join(''),
    );
    return [...new Set(texts)];
  });
}

const values = new KnownValues();
values.add('Stefan Griffith', '[NAME_1]');
values.add('DE89 3704 0044 0532 0130 00', '[IBAN_1]');

describe('findFurther', () => {
  it('finds a value that goes on over a line and over a page', () => {
    const pages = [pageOf('Herr Stefan', 'Griffith kam.', 'Es war Stefan'), pageOf('Griffith, wie gesagt')];
    const [first, second] = hiddenIn(pages, values);
    expect(first).toEqual(['StefanGriffith', 'Stefan']);
    expect(second).toEqual(['Griffith']);
  });

  it('finds the piece of a value at the end of a line, though its rest is elsewhere', () => {
    expect(hiddenIn([pageOf('Konto DE89 3704 0044 0532 0130', 'andere Spalte')], values)).toEqual([
      ['DE893704004405320130'],
    ]);
  });

  it('finds letters that were written in another order', () => {
    const page = pageOf('Stefan Griffith');
    const shuffled = page.glyphs.slice(0, -1).reverse();
    const pages = [{ ...page, glyphs: shuffled, lines: linesOf(shuffled) }];
    const hidden: HiddenOnPage[] = [{ glyphs: [], words: [] }];
    findFurther(pages, hidden, values);
    expect(new Set(hidden[0]!.glyphs.flatMap(({ places }) => places)).size).toBe('StefanGriffith'.length);
  });

  it('finds a value that goes on in the next line of a column, with line numbers between', () => {
    const page = pageOf('Herr Stefan Grif-   12   Spalte', 'fith und andere     13   Griff');
    expect(hiddenIn([page], values)).toEqual([['StefanGrif', 'fith']]);
  });

  it('finds a value that goes on after the number of a line, though a letter of the line is tall', () => {
    const page = pageOf('Herr Stefan Grif-', '10  fith und (andere)');
    for (const [i, glyph] of page.glyphs.entries())
      if (/[()]/.test(glyph.text))
        page.glyphs[i] = { ...glyph, box: { ...glyph.box, bottom: glyph.box.bottom - 9 } };
    expect(hiddenIn([{ ...page, lines: [] }], values)).toEqual([['StefanGrif', 'fith']]);
  });

  it('finds a value that goes on over three lines of a column', () => {
    const page = pageOf('Herr Stefan    Spalte', 'Grif-    andere Spalte', 'fith kam    dritte');
    expect(hiddenIn([page], values)).toEqual([['Stefan', 'Grif', 'fith']]);
  });

  it('finds a value that goes on at the next page, after a footer and a header', () => {
    const pages = [pageOf('Es war Stefan Grif-', 'Seite 1'), pageOf('Bericht', 'fith, wie gesagt')];
    expect(hiddenIn(pages, values)).toEqual([['StefanGrif'], ['fith']]);
  });

  it('finds the rest of a value beside a hidden value', () => {
    const all = new KnownValues();
    all.add('Griffith AG', '[ORGANIZATION_1]');
    all.add('Stefan Griffith', '[NAME_1]');
    expect(hiddenIn([pageOf('Herr Stefan', 'andere Spalte', 'Griffith AG')], all)).toEqual([
      ['GriffithAG', 'Stefan'],
    ]);
  });

  it('finds the rest of a value beside a piece that is found with the page after it', () => {
    const all = new KnownValues();
    all.add('Anna Weber', '[NAME_1]');
    all.add('Stefan Griffith', '[NAME_2]');
    const pages = [pageOf('Es war Stefan'), pageOf('Weber Griffith ab'), pageOf('Frau Anna')];
    expect(hiddenIn(pages, all)).toEqual([['Stefan'], ['Weber', 'Griffith'], ['Anna']]);
  });

  it('hides no word for being one of a value that is hidden as a whole, also if blanks are wide', () => {
    const page = pageOf('Herr  Stefan  Griffith', 'und  Stefan  kam');
    expect(hiddenIn([page], values)).toEqual([['StefanGriffith']]);
  });

  it('finds nothing on pages without values', () => {
    expect(hiddenIn([pageOf('Stefanie Griffin', 'DE89 3704', 'Stefan Gr', 'ffith')], values)).toEqual([[]]);
  });
});

describe('itemsWithValues', () => {
  const item = (text: string, endsLine = false): Item => ({
    text,
    endsLine,
    endsPiece: endsLine,
    over: [],
    through: [],
  });

  it('returns the runs with the pieces of a value that goes on in another column', () => {
    const items = [item('Herr Stefan Grif-', true), item('Spalte', true), item('12 fith', true)];
    expect(itemsWithValues(items, values)).toEqual([items[0], items[2]]);
  });

  it('returns the whole runs in which a value is, also if it is spread over them', () => {
    const items = [item('Herr Ste'), item('fan Grif'), item('fith', true), item('kam', true)];
    expect(itemsWithValues(items, values)).toEqual(items.slice(0, 3));
  });
});

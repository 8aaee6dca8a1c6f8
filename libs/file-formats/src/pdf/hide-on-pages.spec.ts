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
      box: { left: i * 10, right: i * 10 + 9, bottom: 700 - row * 20, top: 710 - row * 20 },
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

  it('finds nothing on pages without values', () => {
    expect(hiddenIn([pageOf('Stefanie Griffin', 'DE89 3704', 'Stefan Gr', 'ffith')], values)).toEqual([[]]);
  });
});

describe('itemsWithValues', () => {
  const item = (text: string, endsLine = false): Item => ({ text, endsLine, over: [], through: [] });

  it('returns the whole runs in which a value is, also if it is spread over them', () => {
    const items = [item('Herr Ste'), item('fan Grif'), item('fith', true), item('kam', true)];
    expect(itemsWithValues(items, values)).toEqual(items.slice(0, 3));
  });
});

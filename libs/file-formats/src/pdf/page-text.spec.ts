import { boxesOver, linesOf, onceEach, rowsOf, thin, withBlanks, type Glyph } from './page-text';

/** Returns glyphs of a text that is written at a place, ten wide and ten high. */
function written(text: string, x: number, y: number, angle = 0): Glyph[] {
  return [...text].map((letter, i) => ({
    text: letter,
    isGenerated: letter === '\n',
    isInvisible: false,
    angle,
    box: { left: x + i * 10, right: x + i * 10 + 9, bottom: y, top: y + 10 },
  }));
}

describe('linesOf', () => {
  it('joins lines of one paragraph, and words that are split', () => {
    const glyphs = [
      ...written('Frau Brügge\u0002mann\n', 0, 100),
      ...written('kam\n', 0, 88),
      ...written('Ende', 0, 40),
    ];
    expect(linesOf(glyphs).map(({ text, continues }) => [text, continues])).toEqual([
      ['Frau Brüggemann', false],
      ['kam', true],
      ['Ende', false],
    ]);
  });

  it('returns a line after a hyphen also alone, unless it is directly below', () => {
    const glyphs = [
      ...written('Brügge\u0002', 0, 100),
      ...written('mann kam\u0002', 0, 88),
      ...written('Stefan', 300, 400),
    ];
    expect(linesOf(glyphs).map(({ text }) => text)).toEqual(['Brüggemann kamStefan', 'Stefan']);
  });

  it('knows the glyph of each UTF-16 code unit', () => {
    const glyphs = written('a𝒜b', 0, 0);
    expect(linesOf(glyphs)[0]!.from).toEqual([0, 1, 1, 2]);
  });
});

describe('rowsOf', () => {
  it('reads letters from left to right, however they are ordered', () => {
    const glyphs = [...written('cd', 20, 50), ...written('ab', 0, 50.4), ...written('unten', 0, 20)];
    const rows = rowsOf(glyphs).map((row) =>
      withBlanks(glyphs, row)
        .map(({ text }) => text)
        .join(''),
    );
    expect(rows).toEqual(['abcd', 'unten']);
  });
});

describe('onceEach', () => {
  it('drops letters that are drawn twice at one place, and keeps double letters', () => {
    const glyphs = [...written('nn', 0, 0), ...written('n', 10.3, 0)];
    expect(onceEach(glyphs, [0, 1, 2])).toEqual([0, 1]);
  });
});

describe('boxesOver', () => {
  it('returns a box for each line of level text, and for each glyph of slanted text', () => {
    const level = [...written('ab', 0, 50), ...written('cd', 0, 30)];
    expect(boxesOver(level, [0, 1, 2, 3])).toEqual([
      { left: 0, right: 19, bottom: 50, top: 60 },
      { left: 0, right: 19, bottom: 30, top: 40 },
    ]);
    expect(boxesOver(written('ab', 0, 50, 0.5), [0, 1])).toHaveLength(2);
  });
});

describe('thin', () => {
  it('is within its glyph, so that it touches no neighbor', () => {
    expect(thin({ left: 0, right: 10, bottom: 0, top: 20 })).toEqual({
      left: 4.5,
      right: 5.5,
      bottom: 9,
      top: 11,
    });
  });
});

import { array, assert, constantFrom, integer, property } from 'fast-check';
import { cutSections, widen } from './sections';

const cut = (text: string, size: number) =>
  cutSections(text, size).map(({ start, end }) => text.slice(start, end));

describe('cutSections', () => {
  it.each<[string, string, number, string[]]>([
    ['leaves a short text whole', 'Hello there.', 20, ['Hello there.']],
    ['makes nothing of nothing', '', 20, []],
    [
      'cuts between paragraphs first',
      'One. Two.\n\nThree.\nFour. Five six',
      24,
      ['One. Two.\n\n', 'Three.\nFour. Five six'],
    ],
    ['then between lines', 'One. Two three\nFour. Five', 20, ['One. Two three\n', 'Four. Five']],
    ['then between sentences', 'One two three. Four five', 20, ['One two three. ', 'Four five']],
    ['then between words', 'one two three four', 12, ['one two ', 'three four']],
    ['then anywhere but inside a character', 'aaaa😀aaaa', 9, ['aaaa', '😀aaaa']],
  ])('%s', (_, text, size, expected) => expect(cut(text, size)).toEqual(expected));

  it('cuts into sections of at most the size that join to the whole text', () => {
    const text = array(constantFrom('a', 'Bc', ' ', '\n', '. ', '\n\n', '😀', '1')).map((parts) =>
      parts.join(''),
    );
    assert(
      property(text, integer({ min: 4, max: 30 }), (whole, size) => {
        const sections = cut(whole, size);
        expect(sections.join('')).toBe(whole);
        for (const section of sections) {
          expect(section.length).toBeLessThanOrEqual(size);
          expect(section.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('widen', () => {
  it('adds whole words on both sides', () => {
    const text = 'zero one two three four five six';
    const { start, end } = widen(text, { start: 13, end: 19 }, 7);
    expect(text.slice(start, end).trim()).toBe('two three four');
  });

  it('stops at the ends of the text', () => {
    expect(widen('one two', { start: 0, end: 7 }, 5)).toEqual({ start: 0, end: 7 });
  });
});

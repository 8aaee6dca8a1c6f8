import fc from 'fast-check';
import { sentences, sentencesWithWords } from './read-recognition';

/** Parts of an engine, as it returns them: some begin a word with a blank. */
const parts = fc
  .array(
    fc.record({
      text: fc.constantFrom(' He', ' was', 'n', "'t", ' there', '.', ' 3', '.5', ',', ' Yes', '?', '!'),
      pause: fc.constantFrom(0, 0.1, 1.5),
      length: fc.constantFrom(0.1, 0.4),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((given) => {
    let at = 0;
    return given.map(({ text, pause, length }) => {
      const start = at + pause;
      at = start + length;
      return { start, end: at, text };
    });
  });

describe('the words of sentences', () => {
  it('are the text of the same sentences, within their times', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const withWords = sentencesWithWords(given, 'en');
        expect(withWords).toMatchObject(sentences(given));
        expect(withWords).toHaveLength(sentences(given).length);
        for (const { start, end, text, words = [] } of withWords) {
          expect(words.map((word) => word.text).join('')).toBe(text);
          expect(words[0]!.start).toBe(start);
          expect(Math.max(...words.map((word) => word.end))).toBe(end);
        }
      }),
    );
  });

  it('begin with a blank', () => {
    const given = [' He', "'s", ' there', '.'].map((text, i) => ({ start: i, end: i + 1, text }));
    expect(sentencesWithWords(given, 'en')[0]!.words).toEqual([
      { start: 0, end: 2, text: " He's" },
      { start: 2, end: 4, text: ' there.' },
    ]);
  });

  it('are single characters in languages without blanks', () => {
    const given = ['你', '好', '。'].map((text, i) => ({ start: i / 10, end: (i + 1) / 10, text }));
    expect(sentencesWithWords(given, 'zh')[0]!.words!.map(({ text }) => text)).toEqual(['你', '好。']);
  });
});

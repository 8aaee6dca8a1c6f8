import fc from 'fast-check';
import { withWords } from './with-words';

const segments = [
  { start: 0, end: 1, text: ' Hello, Ann.' },
  { start: 1, end: 2, text: ' Bye!' },
];

describe('the words of a server', () => {
  it('get the text between them', () => {
    const words = [
      { start: 0.1, end: 0.4, word: 'Hello' },
      { start: 0.5, end: 0.9, word: 'Ann' },
      { start: 1.2, end: 1.5, word: 'Bye' },
    ];
    expect(withWords(segments, words).map((segment) => segment.words)).toEqual([
      [
        { start: 0.1, end: 0.4, text: ' Hello, ' },
        { start: 0.5, end: 0.9, text: 'Ann.' },
      ],
      [{ start: 1.2, end: 1.5, text: ' Bye!' }],
    ]);
  });

  it('are the text of each segment, whatever words the server returns', () => {
    const word = fc.record({
      word: fc.constantFrom('Hello', 'hello', 'Ann', 'Ann.', 'Bye', ' Bye', 'x', ''),
      start: fc.double({ min: 0, max: 2, noNaN: true }),
      end: fc.double({ min: 0, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(word), (words) => {
        for (const { text, words: own } of withWords(segments, words))
          expect(own!.map((one) => one.text).join('')).toBe(text);
      }),
    );
  });
});

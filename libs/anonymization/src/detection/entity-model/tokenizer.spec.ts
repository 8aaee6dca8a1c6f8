import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { assert, constantFrom, property, string } from 'fast-check';
import { cutWindows, findWords, tagWords } from './read-text';
import { tokenize } from './tokenizer';
import { readVocabulary } from './vocabulary';

/** Results of the training code for 2,000 texts; offsets in UTF-16 code units, words as [start, end]. */
interface Vector {
  text: string;
  ids: number[];
  starts: number[];
  ends: number[];
  words: [number, number][];
  windows: { length: number; tagged: [number, number][] }[];
}

const vocabulary = readVocabulary(join(__dirname, '../../../model/vocabulary.json.gz'));
const vectors = gunzipSync(readFileSync(join(__dirname, 'fixtures/tokenizer-vectors.jsonl.gz')))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

/** Converts a text to the model's input, in the format of a vector. */
function read(text: string): Vector {
  const pieces = tokenize(text, vocabulary);
  const words = findWords(text);
  const indexOf = new Map(words.map(({ start }, index) => [start, index]));
  const tagged = tagWords(text, pieces);
  const windows = cutWindows(text, pieces, vocabulary.window, vocabulary.special.newline).map(
    ({ start, end }) => ({
      length: end - start,
      tagged: tagged
        .filter(({ piece }) => start <= piece && piece < end)
        .map((word): [number, number] => [indexOf.get(word.start) ?? -1, word.piece - start]),
    }),
  );
  return { text, ...pieces, words: words.map(({ start, end }) => [start, end]), windows };
}

describe('tokenize', () => {
  it('agrees with the training code on 2,000 texts: pieces, offsets, words, windows', () => {
    expect(vectors).toHaveLength(2000);
    const differing = vectors.filter((vector) => {
      const text = vector.text.replace(/\p{Surrogate}/gu, '\uFFFD');
      return JSON.stringify(read(text)) !== JSON.stringify({ ...vector, text });
    });
    expect(differing).toEqual([]);
  });

  it('keeps offsets inside the text and in order, whatever the text', () => {
    const unit = constantFrom(
      'a',
      'Ä',
      ' ',
      '\n',
      '\t',
      '😀',
      'ﬁ',
      '\u200B',
      '\u0301',
      '漢',
      'ß',
      '.',
      '½',
      '™',
    );
    assert(
      property(string({ unit }), (text) => {
        const { ids, starts, ends } = tokenize(text, vocabulary);
        expect(starts).toHaveLength(ids.length);
        expect(ends).toHaveLength(ids.length);
        for (const [i, start] of starts.entries()) {
          expect(start).toBeGreaterThanOrEqual(starts[i - 1] ?? 0);
          expect(ends[i]).toBeGreaterThanOrEqual(start);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it.each([
    ['one long word', 'a'.repeat(100_000)],
    ['unknown characters', '\u{F0000}'.repeat(50_000)],
    ['characters that become several', '½'.repeat(100_000)],
    ['line ends', '\n'.repeat(100_000)],
    ['capitals without blanks', 'Ab'.repeat(50_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    const pieces = tokenize(text, vocabulary);
    expect(pieces.ids.length).toBeLessThanOrEqual(400_000);
    expect(cutWindows(text, pieces, vocabulary.window, vocabulary.special.newline).at(-1)?.end ?? 0).toBe(
      pieces.ids.length,
    );
  });
});

describe('readVocabulary', () => {
  it('names the file that is missing or has another format', () => {
    expect(() => readVocabulary('/nowhere/vocabulary.json.gz')).toThrow('/nowhere/vocabulary.json.gz');
    expect(() => readVocabulary(join(__dirname, 'fixtures/tokenizer-vectors.jsonl.gz'))).toThrow(
      'not a vocabulary',
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTags, nameSpans, nameTags } from './decode-names';
import { findWords } from './read-text';
import { type Decoding, readVocabulary } from './vocabulary';

/** What the training side decodes from given scores. */
interface Vector {
  text: string;
  scores: number[][];
  tags: number[];
  spans: [start: number, end: number, kind: string][];
}

const { decoding } = readVocabulary(join(__dirname, '../../../model/vocabulary.json.gz'));
const vectors = gunzipSync(readFileSync(join(__dirname, 'fixtures/decoding-vectors.jsonl.gz')))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

describe('decodeTags and nameSpans', () => {
  it('agree with the training side on 300 texts', () => {
    expect(vectors).toHaveLength(300);
    for (const { text, scores, tags, spans } of vectors) {
      const decoded = decodeTags(scores, decoding);
      expect(decoded).toEqual(tags);
      const names = nameSpans(text, findWords(text), nameTags(decoded, decoding.classes));
      const people = spans.filter(([, , kind]) => kind === 'PERSON');
      expect(names.map(({ start, end }) => [start, end])).toEqual(people.map(([start, end]) => [start, end]));
    }
  });

  it('decodes nothing from nothing', () => expect(decodeTags([], decoding)).toEqual([]));

  it('lets a span go on only after a word of its own kind', () => {
    const classes: Decoding['classes'] = ['O', 'B-PERSON', 'I-PERSON', 'B-ORG', 'I-ORG'];
    const inside = [0, 1, 2, 0, 5];
    expect(decodeTags([inside, inside], { classes, bias: [0, 0, 0, 0, 0] })).toEqual([3, 4]);
    expect(decodeTags([inside, inside], { classes, bias: [0, 4, 4, 0, 0] })).toEqual([1, 2]);
  });
});

describe('nameSpans', () => {
  const words = (text: string) => findWords(text);
  it.each<[string, string, (0 | 1 | 2)[], string[]]>([
    ['leaves quotes and brackets outside', '"Anna" (Max)', [1, 2, 2, 1, 2, 2], ['Anna', 'Max']],
    ['keeps the full stop of an initial', 'Anna K. kam', [1, 2, 2, 0], ['Anna K.']],
    ['keeps the full stop of an abbreviated name', 'U. Sch. kam', [1, 2, 2, 2, 0], ['U. Sch.']],
    ['drops the full stop of a sentence', 'Anna Klein.', [1, 2, 2], ['Anna Klein']],
    ['also after an initial', 'I saw Klein A.', [0, 0, 1, 2, 2], ['Klein A']],
    ['at the end of a line', 'I saw Klein A. \nBye', [0, 0, 1, 2, 2, 0], ['Klein A']],
    ['not where the line is the name', 'Bye\nAnna K.', [0, 1, 2, 2], ['Anna K.']],
    ['drops what has no letter', '(2001)', [1, 2, 2], []],
    ['begins anew at each B', 'Anna Max', [1, 1], ['Anna', 'Max']],
  ])('%s', (_, text, tags, expected) => {
    expect(nameSpans(text, words(text), tags).map(({ start, end }) => text.slice(start, end))).toEqual(
      expected,
    );
  });
});

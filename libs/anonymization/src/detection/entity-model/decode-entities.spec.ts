import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntityType } from '../../kinds/entity-type';
import { decodeTags, entitySpans, entityTags, nearNames } from './decode-entities';
import { findWords } from './read-text';
import { type Decoding, readVocabulary } from './vocabulary';

/** Results of the training code for given scores. */
interface Vector {
  text: string;
  scores: number[][];
  tags: number[];
  spans: [start: number, end: number, kind: string][];
}

/** The name of each kind in the training code. */
const KINDS: Readonly<Record<string, EntityType>> = {
  PERSON: 'Names',
  ORG: 'Organizations',
  LOC: 'Locations',
  ADDRESS: 'Addresses',
  DATE: 'Dates',
  DOB: 'Birthdates',
  REF: 'References',
  USERNAME: 'Usernames',
};

const { decoding } = readVocabulary(join(__dirname, '../../../model/vocabulary.json.gz'));
const vectors = gunzipSync(readFileSync(join(__dirname, 'fixtures/decoding-vectors.jsonl.gz')))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

describe('decodeTags and entitySpans', () => {
  it('agree with the training code on 300 texts', () => {
    expect(vectors).toHaveLength(300);
    for (const { text, scores, tags, spans } of vectors) {
      const decoded = decodeTags(scores, decoding);
      expect(decoded).toEqual(tags);
      const found = entitySpans(text, findWords(text), entityTags(decoded, decoding.classes));
      const expected = spans.flatMap(([start, end, kind]) =>
        KINDS[kind] ? [[start, end, KINDS[kind]]] : [],
      );
      expect(found.map(({ start, end, type }) => [start, end, type])).toEqual(expected);
    }
  });

  it('decodes no words to no tags', () => expect(decodeTags([], decoding)).toEqual([]));

  it('continues a span only after a word of its own kind', () => {
    const classes: Decoding['classes'] = ['O', 'B-PERSON', 'I-PERSON', 'B-ORG', 'I-ORG'];
    const inside = [0, 1, 2, 0, 5];
    expect(decodeTags([inside, inside], { classes, bias: [0, 0, 0, 0, 0] })).toEqual([3, 4]);
    expect(decodeTags([inside, inside], { classes, bias: [0, 4, 4, 0, 0] })).toEqual([1, 2]);
  });
});

describe('entitySpans', () => {
  const words = (text: string) => findWords(text);
  const tagsOf = (tags: readonly number[], type: EntityType = 'Names') =>
    tags.map((tag) => (tag === 0 ? undefined : { type, begins: tag === 1 }));

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
    expect(
      entitySpans(text, words(text), tagsOf(tags)).map(({ start, end }) => text.slice(start, end)),
    ).toEqual(expected);
  });

  it('separates adjacent spans of different kinds', () => {
    const tags = [...tagsOf([1, 2]), ...tagsOf([1], 'Organizations'), ...tagsOf([1], 'Locations')];
    expect(entitySpans('Anna Klein Siemens Ulm', words('Anna Klein Siemens Ulm'), tags)).toEqual([
      { start: 0, end: 10, type: 'Names' },
      { start: 11, end: 18, type: 'Organizations' },
      { start: 19, end: 22, type: 'Locations' },
    ]);
  });

  it('keeps spans of numbers that are not names', () => {
    expect(entitySpans('Az. 2001', words('Az. 2001'), tagsOf([0, 0, 1], 'References'))).toEqual([
      { start: 4, end: 8, type: 'References' },
    ]);
  });
});

describe('nearNames', () => {
  const classes: Decoding['classes'] = ['O', 'B-PERSON', 'I-PERSON', 'B-ORG', 'I-ORG', 'B-ROLE', 'I-ROLE'];
  const company = [0, 4, 0, 4.2, 0, 0, 0];
  const goesOn = [0, 0, 4, 0, 4.2, 0, 0];

  it('also treats a company as a name if their scores are nearly equal', () => {
    expect(nearNames([company, goesOn], [3, 4], classes)).toEqual([1, 2]);
  });

  it('does not if the network is sure', () => {
    expect(nearNames([company, [0, 0, 0, 0, 4, 0, 0]], [3, 4], classes)).toEqual([0, 0]);
  });

  it('does not change a name, or the words next to it', () => {
    expect(nearNames([company, company], [1, 3], classes)).toEqual([0, 0]);
  });

  it('does not change roles', () => expect(nearNames([[0, 4, 0, 0, 0, 4, 0]], [5], classes)).toEqual([0]));
});

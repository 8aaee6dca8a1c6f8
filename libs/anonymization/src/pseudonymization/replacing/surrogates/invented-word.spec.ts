import { TimeSlice } from '@app/common';
import { EntityTable } from '../../entities/entity-table';
import { fold } from '../../../lexicon/fold';
import { SURROGATES } from '../../../lexicon/known-names';
import { REQUEST_LANGUAGES } from '../../../lexicon/languages';
import { readWords } from '../../../lexicon/word-lists';
import { inventWord, syllablesFor, type Syllables } from './invented-word';
import { TextsAtHand } from './texts-at-hand';

const wordsOf = ([first, middle, last]: Syllables): string[] =>
  first.flatMap((one) => middle.flatMap((two) => last.map((three) => one + two + three)));

const KINDS = [
  { kind: 'organization', language: 'en' },
  ...REQUEST_LANGUAGES.map((language) => ({ kind: 'town', language }) as const),
] as const;

describe('invented names', () => {
  const known = new Set(
    [
      ...['first-names', 'last-names', 'places', 'common-words'].flatMap((list) =>
        readWords(list).split('\n'),
      ),
      ...Object.values(SURROGATES).flatMap(({ female, male, family }) => [...female, ...male, ...family]),
    ].map((word) => fold(word.replace(/^\?/, ''))),
  );

  it.each(KINDS)('are thousands of distinct words: $kind, $language', ({ kind, language }) => {
    const words = wordsOf(syllablesFor(kind, language));
    expect(words.length).toBeGreaterThan(2_000);
    expect(new Set(words.map(fold)).size).toBe(words.length);
  });

  it.each(KINDS)(
    'have no other meaning, with or without a genitive s: $kind, $language',
    ({ kind, language }) => {
      const folded = wordsOf(syllablesFor(kind, language)).map(fold);
      expect(folded.filter((word) => known.has(word) || known.has(`${word}s`))).toEqual([]);
      expect(folded.filter((word) => /(?:[sxz]|ce)$/.test(word))).toEqual([]);
    },
  );

  it('avoid the words of the texts and of the table', async () => {
    const [first, middle, last] = syllablesFor('organization', 'de');
    const [taken = '', ...texts] = wordsOf([first, middle, last]).slice(1);
    const table = EntityTable.create('surrogates', Buffer.alloc(32, 1));
    const entity = table.add({ type: 'Organizations', canonical: 'nordwind', forms: [] });
    table.record(entity, { original: 'Nordwind GmbH', replacement: `${taken} GmbH` });
    const atHand = new TextsAtHand([texts.join(' ')]);
    await atHand.collectWords(new TimeSlice());
    const left = `${first[0]}${middle[0]}${last[0]}`;
    const drawn = Array.from({ length: 20 }, (_, i) =>
      inventWord(table, 'organization', 'de', atHand, `draw ${i}`),
    );
    expect(new Set(drawn)).toEqual(new Set([left]));
  });
});

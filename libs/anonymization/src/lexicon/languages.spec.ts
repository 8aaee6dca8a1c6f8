import { FIELD_KINDS, type LanguageWords } from '../../data/language-words';
import { LANGUAGES, REQUEST_LANGUAGES } from '../../data/languages';
import { fold } from './fold';
import { wordsIn } from './languages';
import { isCommonWord } from './word-lists';

const folders = Object.entries<LanguageWords>(LANGUAGES);

describe('the languages', () => {
  it.each(folders)('list the words of fields in %s in folded form', (_, { fields }) => {
    const words = FIELD_KINDS.flatMap((kind) => wordsIn(fields[kind])).flatMap((word) => word.split('_'));
    expect(words.filter((word) => fold(word) !== word)).toEqual([]);
  });

  it.each(folders)('count from zero to ninety-nine in %s', (_, { numbers: { units, teens, tens } }) => {
    expect([units, teens, tens].map((list) => wordsIn(list).length)).toEqual([10, 10, 8]);
  });

  it.each(REQUEST_LANGUAGES)('contain the words that a request in %s needs', (code) => {
    const { request, people }: LanguageWords = LANGUAGES[code];
    expect(people).toBeDefined();
    expect(wordsIn(request?.tags)).toContain(code);
    expect(wordsIn(request?.regions).filter((region) => !/^[A-Z]{2}$/.test(region))).toEqual([]);
  });

  it('have function words that identify the language: no word belongs to two', () => {
    const words = REQUEST_LANGUAGES.flatMap((code) => wordsIn(LANGUAGES[code].request?.functionWords));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});

describe('isCommonWord', () => {
  it.each(['für', 'fuer', 'FÜR', 'Rechnung', 'GRÜSSE', 'Gruesse'])('recognizes "%s"', (word) =>
    expect(isCommonWord(word)).toBe(true),
  );

  it('does not treat a name as a word because its accents are missing', () =>
    expect(['Mié', 'Ramón', 'Linię'].filter(isCommonWord)).toEqual([]));
});

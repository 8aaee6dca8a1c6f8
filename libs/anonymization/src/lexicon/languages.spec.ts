import { fold, spelledOut } from './fold';
import { FIELD_KINDS } from './language-kinds';
import { LANGUAGES, REQUEST_LANGUAGES } from './languages';
import { isCommonWord, readWords } from './word-lists';

const files = Object.entries(LANGUAGES);

describe('the languages', () => {
  it.each(files)('list the words of fields in %s in folded form', (_, { fields }) => {
    const words = FIELD_KINDS.flatMap((kind) => fields[kind] ?? []);
    expect(words.filter((word) => fold(word) !== word)).toEqual([]);
  });

  it.each(files)('count from zero to ninety-nine in %s', (_, { numbers: { units, teens, tens } }) => {
    expect([units, teens, tens].map((list) => list.length)).toEqual([10, 10, 8]);
  });

  it.each(REQUEST_LANGUAGES)('contain the words that a request in %s needs', (code) => {
    const { request, people } = LANGUAGES[code];
    expect(people).toBeDefined();
    expect(request?.tags).toContain(code);
    expect(request?.regions.filter((region) => !/^[A-Z]{2}$/.test(region))).toEqual([]);
  });

  it('have function words that identify the language: no word belongs to two', () => {
    const words = REQUEST_LANGUAGES.flatMap((code) => LANGUAGES[code].request?.functionWords ?? []);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});

describe('isCommonWord', () => {
  it.each(['für', 'fuer', 'FÜR', 'Rechnung', 'GRÜSSE', 'Gruesse'])('recognizes "%s"', (word) =>
    expect(isCommonWord(word)).toBe(true),
  );

  it('adds no family name of any language to the lower-case words', () => {
    const listed = new Set(readWords('lower-case-words').split('\n'));
    const names = files.flatMap(([, { people }]) => people?.familyNames ?? []);
    expect(names.filter((name) => listed.has(spelledOut(name)) || listed.has(fold(name)))).toEqual([]);
  });

  it('does not treat a name as a word because its accents are missing', () =>
    expect(['Mié', 'Ramón', 'Inès'].filter(isCommonWord)).toEqual([]));
});

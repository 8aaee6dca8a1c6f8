import { visit } from 'jsonc-parser';
import { LANGUAGE_CODES } from '../../data/languages';
import { checkLanguages, faultsOfLanguage } from './check-languages';
import { languageText } from './language-file';

const LONGEST_LINE = 120;

/** Returns the German file with one value replaced, or removed if it is `undefined`. */
function germanWith(path: string, value: unknown): string {
  const language: unknown = JSON.parse(languageText('de'));
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((node, key) => (node as Record<string, unknown>)[key], language);
  (parent as Record<string, unknown>)[last] = value;
  return JSON.stringify(language);
}

describe('the files of languages', () => {
  it('are valid', () => expect(checkLanguages).not.toThrow());

  it.each(LANGUAGE_CODES)('have short lines, and no key twice: %s', (code) => {
    const text = languageText(code);
    expect(text.split('\n').filter(({ length }) => length > LONGEST_LINE)).toEqual([]);
    const repeated: string[] = [];
    const known = new Set<string>();
    visit(text, {
      onObjectProperty: (key, _offset, _length, _line, _column, pathOf) => {
        const path = [...pathOf(), key].join('.');
        if (known.has(path)) repeated.push(path);
        known.add(path);
      },
    });
    expect(known.size).toBeGreaterThan(0);
    expect(repeated).toEqual([]);
  });
});

describe('faultsOfLanguage', () => {
  it.each([
    ['dates.months', [['januar'], ['februar']], 'dates.months must have 12 entries'],
    ['dates.months.3', 'april/apr', 'dates.months[3] must be an array'],
    ['dates.months.3', ['April'], 'dates.months[3][0] must be in lower case'],
    ['dates.months.3', [], 'dates.months[3] must have at least 1 entry'],
    ['dates.monthsThatAreWords', ['mia'], 'dates.monthsThatAreWords[0] must also be a form of a month'],
    ['dates.mouths', [], 'dates.mouths is not a known key'],
    ['dates', undefined, 'dates is missing'],
    ['fields.phones', ['telefon'], 'fields.phones is not a known key'],
    ['fields.phone', ['telefon', 'telefon'], 'fields.phone[1] repeats "telefon"'],
    ['fields.phone', ['rückruf'], 'fields.phone[0] must be "rueckruf", without capitals and accents'],
    ['fields.phone', ['tel  nr'], 'fields.phone[0] must be words with single blanks between them'],
    ['fields.phone', ['a b c d e f'], 'fields.phone[0] must have at most 5 words'],
    ['fields.phone', 'telefon', 'fields.phone must be an array'],
    ['cues.words.pins', ['pin'], 'cues.words.pins is not a known key'],
    ['cues.endings.pin', ['łpin'], 'cues.endings.pin[0] must be "lpin", without capitals and accents'],
    ['cues.endings.pin', ['der pin'], 'cues.endings.pin[0] must be one word'],
    ['people.familyNames', ['von Arx'], 'people.familyNames[0] must be one word'],
    ['people.brands', [], 'people.brands must have at least 1 entry'],
    ['people', undefined, 'people is missing: a language with request needs it'],
    ['particles.leading', ['am'], 'particles.leading[0] must also be in clear, everyday or within'],
    [
      'letters.greetings',
      ['Hallo+'],
      'letters.greetings[0] must bound every repetition: {1,30} instead of +',
    ],
    ['letters.greetings', ['(Hallo)'], 'letters.greetings[0] must not capture: (?:...) instead of (...)'],
    ['letters.greetings', ['Hallo|'], 'letters.greetings[0] must not match an empty text'],
    ['letters.greetings', [1], 'letters.greetings[0] must be a regular expression, or an array of its parts'],
    ['numbers.units', [['null']], 'numbers.units must have 10 entries'],
    ['numbers.joined', ['{u}und{t}'], 'numbers.joined[0] must contain {unit}, {ten} or both'],
    ['addresses.isNumberFirst', 'no', 'addresses.isNumberFirst must be true or false'],
    ['request.regions', ['DEU'], 'request.regions[0] must be two capital letters'],
    ['request.tags', ['ger'], 'request.tags must include "de"'],
    ['request.surrogates.female', [], 'request.surrogates.female must have at least 1 entry'],
  ])('names the file, the key and what it must be: %s = %j', (path, value, fault) => {
    expect(faultsOfLanguage('de', germanWith(path, value))).toEqual([`languages/de.json: ${fault}`]);
  });

  it('names the piece that is no regular expression', () =>
    expect(faultsOfLanguage('de', germanWith('letters.closings', ['LG', ['VG', '(']]))).toEqual([
      expect.stringMatching(/^languages\/de\.json: letters\.closings\[1\] must be a regular expression \(/),
    ]));

  it('reports all faults of a file', () =>
    expect(faultsOfLanguage('de', '{"titles": {}}').slice(0, 2)).toEqual([
      'languages/de.json: titles.address is missing',
      'languages/de.json: fields is missing',
    ]));

  it('names the file that is not JSON', () =>
    expect(() => faultsOfLanguage('de', '{"titles": }')).toThrow('languages/de.json must be JSON'));
});

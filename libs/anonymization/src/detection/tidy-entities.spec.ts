import type { EntityType } from '../kinds/entity-type';
import { tidyEntities } from './tidy-entities';

/** Returns the rest of a span over `part` of a text. */
const tidied = (text: string, part: string, type: EntityType) => {
  const start = text.indexOf(part);
  return tidyEntities(text, [{ start, end: start + part.length, type }]).map((span) => ({
    value: text.slice(span.start, span.end),
    ...(span.canonical !== undefined && { canonical: span.canonical }),
  }));
};

describe('tidyEntities', () => {
  it.each([
    ['La', 'Rossini Meccanica'],
    ['De', 'Vries Bouw BV'],
  ])('joins an organization that was split after its article: %s, %s', (article, rest) => {
    const text = `${article} ${rest}`;
    const parted = [
      { start: 0, end: article.length, type: 'Organizations' },
      { start: article.length + 1, end: text.length, type: 'Organizations' },
    ] as const;
    const [whole, ...others] = tidyEntities(text, parted);
    expect(others).toEqual([]);
    expect(text.slice(whole?.start, whole?.end)).toBe(text);
  });

  it.each<[string, string, string, EntityType, object[]]>([
    ['drops the name of a license', 'the MIT license found here', 'MIT', 'Organizations', []],
    ['drops a module', "import {Link} from 'mdast'", 'mdast', 'Usernames', []],
    ['drops a module that is required', "x = require('bole')", 'bole', 'Names', []],
    ['drops the scope of a module', 'x = require("@shikijs/langs")', 'shikijs', 'Usernames', []],
    ['drops a class of errors', "this.name = 'ParseError'", 'ParseError', 'Names', []],
    ['keeps a quoted name', "a letter from 'Hansen'", 'Hansen', 'Names', [{ value: 'Hansen' }]],
    ['keeps a quoted handle', '{"by":"@mwrona"}', 'mwrona', 'Usernames', [{ value: 'mwrona' }]],
    ['drops a license before its word', 'ISC License (ISC)', 'ISC License', 'Organizations', []],
    [
      'keeps a university',
      'She teaches at MIT in Boston',
      'MIT',
      'Organizations',
      [{ value: 'MIT', canonical: 'mit' }],
    ],
    ['cuts titles off names', 'Frau Dr. Roth rief an', 'Frau Dr. Roth', 'Names', [{ value: 'Roth' }]],
    [
      'knows a company by its name without the legal form',
      'an die Nordlicht Metallbau GmbH in Kiel',
      'Nordlicht Metallbau GmbH',
      'Organizations',
      [{ value: 'Nordlicht Metallbau GmbH', canonical: 'nordlicht metallbau' }],
    ],
    [
      'leaves quotes outside',
      'bei "Nordlicht"',
      '"Nordlicht"',
      'Organizations',
      [{ value: 'Nordlicht', canonical: 'nordlicht' }],
    ],
    [
      'keeps places',
      'umgezogen nach Lüneburg',
      'Lüneburg',
      'Locations',
      [{ value: 'Lüneburg', canonical: 'lueneburg' }],
    ],
    ['leaves articles that the network split off', 'at the Zwiebelturm', 'the', 'Locations', []],
    ['leaves them at the beginning of a sentence', 'Die Lindenburg', 'Die', 'Locations', []],
    ['leaves them in every language', 'visita la Torrealta', 'la', 'Locations', []],
    [
      'keeps organizations',
      'sie arbeitet bei mit',
      'mit',
      'Organizations',
      [{ value: 'mit', canonical: 'mit' }],
    ],
    ['leaves the mark of texts from pictures', '[Read by OCR]\nKundenkartei', 'OCR', 'Organizations', []],
    ['leaves countries, in any language', 'wyjechała do Niemiec, in die Schweiz', 'Schweiz', 'Locations', []],
    ['leaves their abbreviations', 'made in the USA', 'USA', 'Locations', []],
    ['leaves births without a number', 'born last spring', 'last spring', 'Birthdates', []],
    ['keeps births with one', 'born in 1974', '1974', 'Birthdates', [{ value: '1974' }]],
    ['keeps long references', 'Vorgang 2024-118', '2024-118', 'References', [{ value: '2024-118' }]],
    ['leaves short numbers', 'version NT 6.1', 'NT 6.1', 'References', []],
    [
      'keeps streets of common words',
      'mora na Rua das Flores',
      'Rua das Flores',
      'Addresses',
      [{ value: 'Rua das Flores' }],
    ],
    ['leaves common words in lower case', 'meet in the street', 'the street', 'Addresses', []],
    ['leaves calls in place of addresses', 'str.substr(2)', 'str.substr(2)', 'Addresses', []],
    ['keeps handles', 'thanks @lena_k92!', '@lena_k92', 'Usernames', [{ value: 'lena_k92' }]],
    ['leaves members of source code', 'foo.lena()', 'lena', 'Usernames', []],
    ['leaves tags of comments', ' * @yields a row', 'yields', 'Usernames', []],
    ['leaves what a module imports', "import { LenaK, MaxB } from 'x'", 'MaxB', 'Usernames', []],
    ['keeps handles in braces', 'team {LenaK, MaxB}', 'MaxB', 'Usernames', [{ value: 'MaxB' }]],
    ['leaves what every system has', 'user=postgres', 'postgres', 'Usernames', []],
    ['leaves names of files', "to 'a.pdf':", 'a.pdf', 'Usernames', []],
    ['leaves programs', '/usr/bin/jpackage', 'jpackage', 'Usernames', []],
    ['keeps homes', 'ls /home/lenak/notes', 'lenak', 'Usernames', [{ value: 'lenak' }]],
    ['keeps profiles', 'see chat.example/lenak', 'lenak', 'Usernames', [{ value: 'lenak' }]],
    ['leaves identifiers', "colors: ['redBright']", 'redBright', 'Usernames', []],
  ])('%s', (_, text, part, type, expected) => {
    expect(tidied(text, part, type)).toEqual(expected);
  });
});

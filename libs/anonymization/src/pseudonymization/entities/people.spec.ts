import { type Gender, genderBefore } from '../../lexicon/titles';
import { EntityTable } from './entity-table';
import { parseName } from './parse-name';
import { People } from './people';

describe('the parts of a name', () => {
  it.each([
    ['Hans Müller', 'given family'],
    ['Müller, Hans', 'family given'],
    ['Hans-Peter von der Müller', 'given given kept kept family'],
    ['Ludwig van Beethoven', 'given kept family'],
    ['H. Müller', 'initial family'],
    ['J. R. R. Tolkien', 'initial initial initial family'],
    ['Hans', 'given'],
    ['Müller', 'family'],
    ['Müllers', 'family'],
    ['Mary Anne O’Brien-Smith', 'given given family family'],
    ['Dr. Anna Schmidt', 'kept given family'],
    ['John Smith Jr.', 'given family kept'],
    ['Van Morrison', 'given family'],
  ])('of %s are %s', (name, kinds) => {
    expect(
      parseName(name)
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe(kinds);
  });
});

describe('the title before a name', () => {
  it.each([
    ['Sehr geehrte Frau Dr. ', 'female'],
    ['Herrn Prof. Dr. ', 'male'],
    ['Dear Mrs. ', 'female'],
    ['Dr. ', undefined],
    ['Die Frau von ', undefined],
  ])('in %j indicates %s', (before, gender) => {
    expect(genderBefore(before, before.length)).toBe(gender);
  });
});

describe('two names', () => {
  const areOne = (first: string, second: string, gender?: Gender) => {
    const table = EntityTable.create('placeholders');
    const people = new People(table);
    return people.entityFor(first, undefined, []) === people.entityFor(second, gender, []);
  };

  it.each([
    ['Hans Müller', 'Müller'],
    ['Hans Müller', 'Hans'],
    ['Hans Müller', 'Müllers'],
    ['Hans Müller', 'H. Müller'],
    ['Hans Müller', 'Hans Mueller'],
    ['Hans Müller', 'MÜLLER, HANS'],
    ['Müller', 'Hans Müller'],
    ['Hans Peter Müller', 'Hans Müller'],
    ['John Smith', 'John'],
  ])('%s and %s are one person', (first, second) => {
    expect(areOne(first, second)).toBe(true);
  });

  it.each([
    ['Hans Müller', 'Anna Müller', undefined],
    ['Hans Müller', 'Hans Koch', undefined],
    ['Hans Müller', 'K. Müller', undefined],
    ['Hans Müller', 'Müller', 'female'],
    ['Anna Müller', 'Müller', 'male'],
    ['Hans Müller', 'Lea Vogt', undefined],
  ] as const)('%s and %s (%s) are two', (first, second, gender) => {
    expect(areOne(first, second, gender)).toBe(false);
  });
});

import fc from 'fast-check';
import { CHOICES, ENTITY_TYPES } from './entity-type';
import { parseLanguage } from '../text/language';

const PROTOTYPE_NAMES = Object.getOwnPropertyNames(Object.prototype);

describe('choices', () => {
  it('are read in all their spellings, each kind once', () => {
    const kinds = ['Emails', 'Phone', 'Names'];
    expect(CHOICES.parse(['Phones', 'Name', 'Names', 'Emails'])).toEqual({ choices: kinds, named: kinds });
    expect(CHOICES.parse([])).toEqual({ choices: [], named: [] });
  });

  it('name every kind; All is every kind but dates', () => {
    expect(CHOICES.parse([...ENTITY_TYPES])?.choices).toEqual(ENTITY_TYPES);
    expect(CHOICES.parse(['All'])?.choices).toEqual(ENTITY_TYPES.filter((type) => type !== 'Dates'));
    expect(CHOICES.parse(['Dates', 'All', 'Names'])?.choices).toEqual(ENTITY_TYPES);
  });

  it('are named if they are chosen individually, also beside All', () => {
    expect(CHOICES.parse(['All'])?.named).toEqual([]);
    expect(CHOICES.parse(['Dates', 'All', 'Name'])?.named).toEqual(
      ENTITY_TYPES.filter((type) => type === 'Names' || type === 'Dates'),
    );
  });

  it('are listed once each, in the spelling that answers use', () => {
    expect(CHOICES.listed.toSorted()).toEqual([...ENTITY_TYPES, 'All'].toSorted());
  });

  it('are refused if one is unknown, even a property name of every object [SEC-59]', () => {
    const others = fc
      .oneof(fc.constantFrom(...PROTOTYPE_NAMES), fc.string())
      .filter((word) => !CHOICES.allowed.includes(word));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHOICES.allowed)), others, fc.nat(5), (words, other, at) => {
        expect(CHOICES.parse(words.toSpliced(at, 0, other))).toBeUndefined();
      }),
    );
  });
});

describe('a language', () => {
  it.each(PROTOTYPE_NAMES)('is not %s', (word) => {
    expect(() => parseLanguage(word)).toThrow(/lang must be one of/);
  });
});

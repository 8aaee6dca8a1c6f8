import fc from 'fast-check';
import { ALLOWED_CHOICES, ENTITY_TYPES, LISTED_CHOICES, parseChoices } from './entity-type';
import { parseLanguage } from '../text/language';

const PROTOTYPE_NAMES = Object.getOwnPropertyNames(Object.prototype);

describe('choices', () => {
  it('are read in all their spellings, each kind once', () => {
    const kinds = ['Emails', 'Phone', 'Names'];
    expect(parseChoices(['Phones', 'Name', 'Names', 'Emails'])).toEqual({ choices: kinds, named: kinds });
    expect(parseChoices([])).toEqual({ choices: [], named: [] });
  });

  it('name every kind; All is every kind but dates', () => {
    expect(parseChoices([...ENTITY_TYPES])?.choices).toEqual(ENTITY_TYPES);
    expect(parseChoices(['All'])?.choices).toEqual(ENTITY_TYPES.filter((type) => type !== 'Dates'));
    expect(parseChoices(['Dates', 'All', 'Names'])?.choices).toEqual(ENTITY_TYPES);
  });

  it('are named if they are chosen individually, also beside All', () => {
    expect(parseChoices(['All'])?.named).toEqual([]);
    expect(parseChoices(['Dates', 'All', 'Name'])?.named).toEqual(
      ENTITY_TYPES.filter((type) => type === 'Names' || type === 'Dates'),
    );
  });

  it('are listed once each, in the spelling that answers use', () => {
    expect(LISTED_CHOICES.toSorted()).toEqual([...ENTITY_TYPES, 'All'].toSorted());
  });

  it('are refused if one is unknown, even a property name of every object [SEC-59]', () => {
    const others = fc
      .oneof(fc.constantFrom(...PROTOTYPE_NAMES), fc.string())
      .filter((word) => !ALLOWED_CHOICES.includes(word));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALLOWED_CHOICES)), others, fc.nat(5), (words, other, at) => {
        expect(parseChoices(words.toSpliced(at, 0, other))).toBeUndefined();
      }),
    );
  });
});

describe('a language', () => {
  it.each(PROTOTYPE_NAMES)('is not %s', (word) => {
    expect(() => parseLanguage(word)).toThrow(/lang must be one of/);
  });
});

import { fold } from '../../../lexicon/fold';
import { SURROGATES } from '../../../lexicon/known-names';
import { isCommonWord } from '../../../lexicon/word-lists';
import { genitiveOf, withoutGenitive } from '../../../text/inflection';

const lists = Object.values(SURROGATES).flatMap((names) => [names.female, names.male, names.family]);
const all = lists.flat();
const folded = all.map(fold);
const known = new Set(folded);

describe('the surrogate names', () => {
  it('are at least a hundred of each kind', () => {
    expect(Math.min(...lists.map(({ length }) => length))).toBeGreaterThanOrEqual(100);
  });

  it('are in only one list: no first name is a last name, and none belongs to both genders or languages', () => {
    expect(folded.filter((name, index) => folded.indexOf(name) !== index)).toEqual([]);
  });

  it('are single words that start with a capital', () => {
    expect(all.filter((name) => !/^\p{Lu}\p{Ll}{2,}$/u.test(name))).toEqual([]);
  });

  it('are restored from capitals: none has a ß, because its capital form is two letters', () => {
    expect(all.filter((name) => name.toUpperCase().length !== name.length)).toEqual([]);
  });

  it('have no ending that could be a genitive, or conceal one', () => {
    expect(all.filter((name) => /(?:[sxzß]|ce)$/.test(name))).toEqual([]);
    expect(all.filter((name) => fold(withoutGenitive(genitiveOf(name)) ?? '') !== fold(name))).toEqual([]);
    expect(folded.filter((name) => known.has(`${name}s`))).toEqual([]);
  });

  it('are not everyday words or places, with or without a genitive s', () => {
    expect(folded.filter((name) => isCommonWord(name) || isCommonWord(`${name}s`))).toEqual([]);
  });
});

import { array, assert, constantFrom, property, string, tuple } from 'fast-check';
import { KnownValues } from './known-values';
import { squeeze } from './squeezed';

function known(...values: string[]): KnownValues {
  const all = new KnownValues();
  for (const value of values) all.add(value, `[${value.length}]`);
  return all;
}
const found = (values: KnownValues, text: string): string[] =>
  values.find(squeeze([...text])).map(({ first, last }) => [...text].slice(first, last + 1).join(''));

describe('KnownValues', () => {
  const values = known('Katharina Brüggemann', 'DE89 3704 0044 0532 0130 00', 'Stefan Griffith');

  it.each([
    ['Frau Katharina Brüggemann kam', 'Katharina Brüggemann'],
    ['KATHARINA\nBRÜGGEMANN', 'KATHARINA\nBRÜGGEMANN'],
    ['Katharina Brügge-\nmann', 'Katharina Brügge-\nmann'],
    ['Katharina Br\u00a8uggemann', 'Katharina Br\u00a8uggemann'],
    ['Katharina Bru\u0308ggemann', 'Katharina Bru\u0308ggemann'],
    ['Stefan Gri\ufb03th', 'Stefan Gri\ufb03th'],
    ['Stefan Gri\ufb00ith', 'Stefan Gri\ufb00ith'],
    ['IBAN DE89370400440532013000.', 'DE89370400440532013000'],
    ['S t e f a n G r i f f i t h', 'S t e f a n G r i f f i t h'],
    ['1Stefan Griffith2 kam', 'Stefan Griffith'],
    ['Stefan Griffiths', ''],
  ])('finds in %j the whole value', (text, expected) =>
    expect(found(values, text)).toEqual(expected === '' ? [] : [expected]),
  );

  it('finds the longest of values that begin alike', () => {
    expect(found(known('Anna', 'Anna Weber'), 'Anna Weber und Anna')).toEqual(['Anna Weber', 'Anna']);
  });

  it.each([
    ['Konto DE89 3704 0044 0532 0130', true],
    ['0044 0532 0130 00 bei der Bank', true],
    ['Konto DE89 3704', false],
    ['Stefan', false],
    ['und Katharina Brü', true],
  ])('finds a piece at the edge of the line %j: %s', (line, isFound) => {
    expect(values.findPieces(squeeze([...line])).length > 0).toBe(isFound);
  });

  it.each([
    ['Katharina Briiggemann', true],
    ['Kathanina Brüggemann', true],
    ['Stefan Griffth', true],
    ['Stefanie Griffin', false],
    ['Katharina Bergmann', false],
  ])('finds the misread value %j: %s', (text, isFound) => {
    expect(values.findMisread(squeeze([...text])).length > 0).toBe(isFound);
  });

  it('replaces every value in a text and keeps the rest', () => {
    expect(values.replaceIn('An Stefan  Griffith, Ulm')).toBe('An [15], Ulm');
  });

  it('finds a value however its letters are separated, and covers exactly them', () => {
    const letters = string({ unit: constantFrom(...'abcdefäß'), minLength: 1, maxLength: 12 });
    const separator = constantFrom('', ' ', '\n', '-\n', '\u00ad', '\u200b');
    assert(
      property(
        letters,
        array(separator, { minLength: 12, maxLength: 12 }),
        tuple(letters, letters),
        (value, separators, around) => {
          const written = [...value].map((letter, i) => (i === 0 ? '' : separators[i]!) + letter).join('');
          const text = `${around[0]}. ${written} ;${around[1]}`;
          const one = known(value);
          const places = one
            .find(squeeze([...text]))
            .map(({ first, last }) => [...text].slice(first, last + 1).join(''));
          expect(places).toContain(written);
        },
      ),
    );
  });
});

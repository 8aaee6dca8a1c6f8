import fc from 'fast-check';
import { CodePoints } from './code-points';
import { replaceResults } from './replace-results';

const replaced = (text: string, places: { start: number; end: number; by?: string }[]) =>
  replaceResults(text, new CodePoints(text), places, ({ by }, value) => ({
    entity_type: 'X',
    text: by ?? value,
    operator: by === undefined ? 'keep' : 'replace',
  }));

describe('replacing results', () => {
  const text = "I'm George Washington Square Park";
  const [name, location] = [
    { start: 4, end: 21 },
    { start: 11, end: 33 },
  ] as const;

  // The examples of Presidio's end-to-end tests.
  it.each([
    ["I'm George Washington<LOCATION>", [21, 31, 4, 21], [name, { ...location, by: '<LOCATION>' }]],
    ["I'm <NAME>Washington Square Park", [10, 32, 4, 10], [{ ...name, by: '<NAME>' }, location]],
    ["I'm George WashingtonWashington Square Park", [21, 43, 4, 21], [name, location]],
  ])('replaces both of two that overlap: %s', (expected, offsets, places) => {
    const { text: shown, items } = replaced(text, places);
    expect(shown).toBe(expected);
    expect(items.flatMap(({ start, end }) => [start, end])).toEqual(offsets);
  });

  const overlapping = (count: number, length: number) =>
    Array.from({ length: count }, (_, start) => ({ start, end: start + length, by: '' }));
  it.each([
    [
      'by a long answer',
      Array.from({ length: 2_000 }, (_, start) => ({ start, end: start + 1, by: 'Z'.repeat(512) })),
    ],
    ['by reading overlapping places', overlapping(2_000, 50_000)],
    [
      'by reading overlapping places that stay',
      overlapping(9, 50_000).map(({ start, end }) => ({ start, end })),
    ],
  ])('does not multiply a text %s', (_, places) => {
    expect(() => replaced('a'.repeat(60_000), places)).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
  });

  it('replaces each character of a text by as many as a placeholder has', () => {
    const places = Array.from({ length: 2_000 }, (_, start) => ({
      start,
      end: start + 1,
      by: '<US_DRIVER_LICENSE>',
    }));
    expect(replaced('a'.repeat(2_000), places).text).toBe('<US_DRIVER_LICENSE>'.repeat(2_000));
  });

  it('returns the places of the new text, by code points, the last one first', () => {
    const unit = fc.constantFrom('a', ' ', 'é', '😀');
    const pieces = fc.array(
      fc.tuple(fc.string({ unit }), fc.string({ unit, minLength: 1 }), fc.string({ unit })),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(pieces, fc.string({ unit }), (list, rest) => {
        let at = 0;
        const places = list.map(([before, value, by]) => {
          const start = at + [...before].length;
          at = start + [...value].length;
          return { start, end: at, by };
        });
        const given = list.map(([before, value]) => before + value).join('') + rest;
        const { text: shown, items } = replaced(given, places);
        expect(shown).toBe(list.map(([before, , by]) => before + by).join('') + rest);
        const characters = [...shown];
        expect(items.map(({ start, end }) => characters.slice(start, end).join(''))).toEqual(
          list.map(([, , by]) => by).toReversed(),
        );
      }),
    );
  });
});

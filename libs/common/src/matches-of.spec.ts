import fc from 'fast-check';
import { matchesOf } from './matches-of';

const PATTERNS = [/a/g, /[ab]+/gu, /(?<=x)|b*/gu, /^.?/gmu, /\p{L}(?<rest>\p{M}*)/gu, /$/gm, /x?/g, /😀?/gu];
const TEXT = fc.string({ unit: fc.constantFrom('a', 'b', 'x', 'é', '😀', '\n', '\ud83d') });

describe('matchesOf', () => {
  it('yields the same matches as matchAll', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATTERNS), TEXT, (pattern, text) => {
        expect([...matchesOf(pattern, text)]).toEqual([...text.matchAll(new RegExp(pattern))]);
      }),
    );
  });

  it('continues at its position even if other code used the pattern meanwhile', () => {
    const pattern = /[ab]/g;
    const seen: string[] = [];
    for (const [first] of matchesOf(pattern, 'ab'))
      for (const [second] of matchesOf(pattern, 'ba')) seen.push(first + second);
    expect(seen).toEqual(['ab', 'aa', 'bb', 'ba']);
  });

  it('refuses a pattern that would match forever', () => {
    expect(() => [...matchesOf(/a/, 'a')]).toThrow(TypeError);
  });
});

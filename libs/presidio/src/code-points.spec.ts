import fc from 'fast-check';
import { CodePoints } from './code-points';

describe('offsets in code points', () => {
  it('are those of the characters of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, n) => {
        const characters = [...text];
        const points = new CodePoints(text);
        expect(points.length).toBe(characters.length);
        const at = n % (characters.length + 1);
        const unit = points.toUnit(at);
        expect(unit).toBe(characters.slice(0, at).join('').length);
        expect(points.ofUnit(unit)).toBe(at);
      }),
    );
  });
});

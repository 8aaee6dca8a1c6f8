import fc from 'fast-check';
import { maxJsonDepth } from './max-json-depth';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('maxJsonDepth', () => {
  it('agrees with the parsed value, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(4), (value, indent) => {
        expect(maxJsonDepth(Buffer.from(JSON.stringify(value, undefined, indent)))).toBe(depthOf(value));
      }),
    );
  });

  it('is not fooled by brackets and quotes inside strings', () => {
    expect(maxJsonDepth(Buffer.from(String.raw`{"[[[\"{{": "]\\"}`))).toBe(1);
  });

  it('looks at a million brackets without running out of stack', () => {
    expect(maxJsonDepth(Buffer.alloc(1_000_000, '['))).toBe(1_000_000);
  });
});

import fc from 'fast-check';
import { BoundedJson, exceededBound, type JsonBounds } from './json-bounds';

const inner = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...inner(value).map(depthOf)) : 0;
const entriesOf = (value: unknown): number =>
  inner(value).reduce<number>((sum, one) => sum + 1 + entriesOf(one), 0);
const membersOf = (value: unknown): number =>
  Math.max(Array.isArray(value) ? 0 : inner(value).length, ...inner(value).map(membersOf));

const NONE: JsonBounds = { depth: Infinity, members: Infinity, entries: Infinity };

describe('the bounds of a JSON text', () => {
  it.each<[keyof JsonBounds, (value: unknown) => number]>([
    ['depth', depthOf],
    ['entries', entriesOf],
    ['members', membersOf],
  ])('agree with the parsed value on its %s, whatever the JSON [PRIV-58]', (bound, countIn) => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(4), (value, indent) => {
        const json = Buffer.from(JSON.stringify(value, undefined, indent));
        const count = countIn(value);
        expect(exceededBound(json, { ...NONE, [bound]: count })).toBeUndefined();
        if (count > 0) expect(exceededBound(json, { ...NONE, [bound]: count - 1 })).toBe(bound);
      }),
    );
  });

  it('are the same for a text that is read in parts', () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), size, fc.nat(6), (value, step, limit) => {
        const json = Buffer.from(JSON.stringify(value));
        const bounds = { depth: limit, members: limit, entries: limit };
        const inParts = new BoundedJson(bounds, limit);
        let found: keyof JsonBounds | undefined;
        for (let at = 0; at < json.length && !found; at += step)
          found = inParts.read(json.subarray(at, at + step));
        expect(found).toBe(new BoundedJson(bounds, limit).read(json));
      }),
    );
  });

  it('count the numbers of lists apart from other entries', () => {
    const json = Buffer.from('{"a":[1,-2, 3],"b":4,"c":["5"]}');
    const exceeded = (entries: number, maxNumbers?: number) =>
      new BoundedJson({ ...NONE, entries }, maxNumbers).read(json);
    expect(exceeded(4, 3)).toBeUndefined();
    expect(exceeded(4, 2)).toBe('entries');
    expect(exceeded(3, 3)).toBe('entries');
    expect(exceeded(6)).toBe('entries');
  });

  it('ignore brackets, commas and quotes inside strings', () => {
    const json = Buffer.from(String.raw`{"[[[\"{{,,": "]\\,\"", "b": ","}`);
    expect(exceededBound(json, { depth: 1, members: 2, entries: 2 })).toBeUndefined();
  });

  it('count a duplicate member twice', () => {
    expect(exceededBound(Buffer.from('{"a":1,"a":2}'), { ...NONE, members: 1 })).toBe('members');
  });

  it.each([
    ['brackets', '[', 'depth'],
    ['elements', '1,', 'entries'],
  ])('are reported after the first %s too many, however many follow', (_, piece, bound) => {
    const read: number[] = [];
    const json = new Proxy(Buffer.from(`[${piece.repeat(1_000_000)}`), {
      get: (bytes, at) => {
        if (typeof at === 'string' && /^\d+$/.test(at)) read.push(Number(at));
        return Reflect.get(bytes, at) as unknown;
      },
    });
    expect(exceededBound(json, { depth: 32, members: 1_000, entries: 1_000 })).toBe(bound);
    expect(Math.max(...read)).toBeLessThan(3_000);
  });

  it('tolerate text that is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{},"\\ a') }), (text) => {
        exceededBound(Buffer.from(text), { depth: 4, members: 4, entries: 4 });
      }),
    );
  });
});

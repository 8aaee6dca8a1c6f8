import { array, assert, constantFrom, property, record, subarray } from 'fast-check';
import { ENTITY_TYPES, type EntityType } from '../kinds/entity-type';
import { parseLanguage } from '../text/language';
import type { Span } from '../text/spans/span';
import { SpanCache } from './span-cache';

const [english, german] = [parseLanguage('en'), parseLanguage('de')];
const name: Span = { start: 0, end: 4, type: 'Names' };
const all = (spans: readonly Span[]) => ({ spans, kinds: ENTITY_TYPES });

describe('SpanCache', () => {
  it('finds a text again, only in the same language', () => {
    const cache = new SpanCache(10_000);
    cache.set(cache.keyOf('Anna', english, 'o'), all([name]));
    expect(cache.get(cache.keyOf('Anna', english, 'o'), ENTITY_TYPES)).toEqual([name]);
    expect(cache.get(cache.keyOf('Anna', german, 'o'), ENTITY_TYPES)).toBeUndefined();
    expect(cache.get(cache.keyOf('anna', english, 'o'), ENTITY_TYPES)).toBeUndefined();
  });

  it('distinguishes texts that differ in a lone surrogate', () => {
    const cache = new SpanCache(10_000);
    cache.set(cache.keyOf('\uD800', english, 'o'), all([name]));
    expect(cache.get(cache.keyOf('\uD801', english, 'o'), ENTITY_TYPES)).toBeUndefined();
  });

  it('evicts the least recently used text', () => {
    const cache = new SpanCache(500);
    cache.set(cache.keyOf('a', english, 'o'), all([]));
    cache.set(cache.keyOf('b', english, 'o'), all([]));
    cache.get(cache.keyOf('a', english, 'o'), ENTITY_TYPES);
    cache.set(cache.keyOf('c', english, 'o'), all([]));
    expect(['a', 'b', 'c'].map((text) => cache.get(cache.keyOf(text, english, 'o'), ENTITY_TYPES))).toEqual([
      [],
      undefined,
      [],
    ]);
  });

  it('returns copies, so that callers cannot change the cache', () => {
    const cache = new SpanCache(500);
    cache.set(cache.keyOf('Anna', english, 'o'), all([name]));
    const [given] = cache.get(cache.keyOf('Anna', english, 'o'), ENTITY_TYPES) ?? [];
    if (given) given.end = 99;
    expect(cache.get(cache.keyOf('Anna', english, 'o'), ENTITY_TYPES)).toEqual([name]);
  });

  it('evicts several entries for a large one', () => {
    const cache = new SpanCache(1_000);
    for (const text of ['a', 'b', 'c']) cache.set(cache.keyOf(text, english, 'o'), all([]));
    cache.set(cache.keyOf('long', english, 'o'), all([name, name, name, name, name]));
    expect(['a', 'b', 'c'].map((text) => cache.get(cache.keyOf(text, english, 'o'), ENTITY_TYPES))).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect(cache.get(cache.keyOf('long', english, 'o'), ENTITY_TYPES)).toHaveLength(5);
  });

  it('does not return findings of texts of other owners [PRIV-100]', () => {
    const cache = new SpanCache(10_000);
    cache.set(cache.keyOf('Anna', english, 'one'), all([name]));
    expect(cache.get(cache.keyOf('Anna', english, 'other'), ENTITY_TYPES)).toBeUndefined();
    expect(cache.get(cache.keyOf('Anna', english, 'one'), ENTITY_TYPES)).toEqual([name]);
  });

  it('returns a text only for kinds that it was searched for, in any order of requests', () => {
    const kinds = subarray<EntityType>(['Emails', 'Phone', 'Names', 'Cards']);
    const steps = array(record({ text: constantFrom('a', 'b'), kinds }), { maxLength: 12 });
    assert(
      property(steps, (asked) => {
        const cache = new SpanCache(10_000);
        const searched = new Map<string, (readonly EntityType[])[]>();
        for (const { text, kinds } of asked) {
          const before = searched.get(text) ?? [];
          const isKnown = cache.get(cache.keyOf(text, english, 'o'), kinds) !== undefined;
          if (isKnown) expect(before.some((one) => kinds.every((kind) => one.includes(kind)))).toBe(true);
          else cache.set(cache.keyOf(text, english, 'o'), { spans: [], kinds });
          expect(cache.get(cache.keyOf(text, english, 'o'), kinds)).toEqual([]);
          searched.set(text, [...before, kinds]);
        }
      }),
    );
  });

  it('keeps findings of more kinds if the text is searched for fewer kinds meanwhile', () => {
    const cache = new SpanCache(10_000);
    cache.set(cache.keyOf('Anna', english, 'o'), all([name]));
    cache.set(cache.keyOf('Anna', english, 'o'), { spans: [], kinds: ['Emails'] });
    expect(cache.get(cache.keyOf('Anna', english, 'o'), ENTITY_TYPES)).toEqual([name]);
  });
});

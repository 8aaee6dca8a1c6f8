import { parseLanguage } from '../language';
import type { Span } from '../spans/span';
import { SpanCache } from './span-cache';

const [english, german] = [parseLanguage('en'), parseLanguage('de')];
const name: Span = { start: 0, end: 4, type: 'Names' };

describe('SpanCache', () => {
  it('knows a text again, in the same language alone', () => {
    const cache = new SpanCache(10_000);
    cache.set('Anna', english, 'o', [name]);
    expect(cache.get('Anna', english, 'o')).toEqual([name]);
    expect(cache.get('Anna', german, 'o')).toBeUndefined();
    expect(cache.get('anna', english, 'o')).toBeUndefined();
  });

  it('tells texts apart that differ in a lone surrogate', () => {
    const cache = new SpanCache(10_000);
    cache.set('\uD800', english, 'o', [name]);
    expect(cache.get('\uD801', english, 'o')).toBeUndefined();
  });

  it('forgets what was asked for longest ago', () => {
    const cache = new SpanCache(500);
    cache.set('a', english, 'o', []);
    cache.set('b', english, 'o', []);
    cache.get('a', english, 'o');
    cache.set('c', english, 'o', []);
    expect(['a', 'b', 'c'].map((text) => cache.get(text, english, 'o'))).toEqual([[], undefined, []]);
  });

  it('gives copies, so that nobody changes what it knows', () => {
    const cache = new SpanCache(500);
    cache.set('Anna', english, 'o', [name]);
    const [given] = cache.get('Anna', english, 'o') ?? [];
    if (given) given.end = 99;
    expect(cache.get('Anna', english, 'o')).toEqual([name]);
  });

  it('forgets several where one that holds much comes', () => {
    const cache = new SpanCache(1_000);
    for (const text of ['a', 'b', 'c']) cache.set(text, english, 'o', []);
    cache.set('long', english, 'o', [name, name, name, name, name]);
    expect(['a', 'b', 'c'].map((text) => cache.get(text, english, 'o'))).toEqual([undefined, undefined, []]);
    expect(cache.get('long', english, 'o')).toHaveLength(5);
  });

  it('knows nothing of what others have sent', () => {
    const cache = new SpanCache(10_000);
    cache.set('Anna', english, 'one', [name]);
    expect(cache.get('Anna', english, 'other')).toBeUndefined();
    expect(cache.get('Anna', english, 'one')).toEqual([name]);
  });
});

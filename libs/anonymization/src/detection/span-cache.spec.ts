import { parseLanguage } from '../language';
import type { Span } from '../spans/span';
import { SpanCache } from './detector';

const [english, german] = [parseLanguage('en'), parseLanguage('de')];
const name: Span = { start: 0, end: 4, type: 'Names' };

describe('SpanCache', () => {
  it('knows a text again, in the same language alone', () => {
    const cache = new SpanCache(10);
    cache.set('Anna', english, [name]);
    expect(cache.get('Anna', english)).toEqual([name]);
    expect(cache.get('Anna', german)).toBeUndefined();
    expect(cache.get('anna', english)).toBeUndefined();
  });

  it('tells texts apart that differ in a lone surrogate', () => {
    const cache = new SpanCache(10);
    cache.set('\uD800', english, [name]);
    expect(cache.get('\uD801', english)).toBeUndefined();
  });

  it('forgets what was asked for longest ago', () => {
    const cache = new SpanCache(2);
    cache.set('a', english, []);
    cache.set('b', english, []);
    cache.get('a', english);
    cache.set('c', english, []);
    expect(['a', 'b', 'c'].map((text) => cache.get(text, english))).toEqual([[], undefined, []]);
  });

  it('gives copies, so that nobody changes what it knows', () => {
    const cache = new SpanCache(2);
    cache.set('Anna', english, [name]);
    const [given] = cache.get('Anna', english) ?? [];
    if (given) given.end = 99;
    expect(cache.get('Anna', english)).toEqual([name]);
  });

  it('does not keep long texts', () => {
    const cache = new SpanCache(2);
    const text = 'a'.repeat(65_537);
    cache.set(text, english, [name]);
    expect(cache.get(text, english)).toBeUndefined();
  });
});

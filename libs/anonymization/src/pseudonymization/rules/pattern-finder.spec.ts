import {
  array,
  assert,
  constantFrom,
  integer,
  letrec,
  oneof,
  asyncProperty,
  string,
  tuple,
} from 'fast-check';
import { TimeSlice } from '@app/common';
import { RE2JS } from 're2js';
import type { Span } from '../../text/spans/span';
import { TooManyValues } from '../../text/spans/value-limit';
import { PatternFinder } from './pattern-finder';

const spansOf = (pattern: string, text: string, slice = new TimeSlice()): Promise<Span[]> =>
  new PatternFinder([{ pattern }]).find(text, slice);
const found = async (pattern: string, text: string): Promise<string[]> =>
  (await spansOf(pattern, text)).map(({ start, end }) => text.slice(start, end));

describe('A pattern', () => {
  it.each([
    ['PRJ-\\d{4}', 'in PRJ-2024 and PRJ-2025.', ['PRJ-2024', 'PRJ-2025']],
    ['(?i)zenit', 'Zenit, ZENIT', ['Zenit', 'ZENIT']],
    ['\\p{Lu}{3}', '😀 ÄÖÜ 😀😀 XYZ', ['ÄÖÜ', 'XYZ']],
    ['nothing', 'here', []],
  ])('%s is found in "%s"', async (pattern, text, expected) => {
    expect(PatternFinder.check(pattern).problem).toBeUndefined();
    expect(await found(pattern, text)).toEqual(expected);
  });

  it.each([
    ['(', 'must be a pattern in the syntax of RE2'],
    ['(?=a)', 'must be a pattern in the syntax of RE2'],
    ['(a)\\1', 'must be a pattern in the syntax of RE2'],
    ['a*', 'must not match the empty text'],
    ['\\b', 'must not match the empty text'],
    ['^|x', 'must not match the empty text'],
    ['([a-z]{1,30} ){1,30}', 'is too large: use fewer and smaller repeats'],
    ['[a-z ]{900}', 'is too large: use fewer and smaller repeats'],
  ])('%s is refused: it %s', (pattern, problem) => {
    expect(PatternFinder.check(pattern).problem).toBe(problem);
  });

  it('that matches more often than a request may hide values fails the search', async () => {
    expect(await found('a', 'a'.repeat(100_000))).toHaveLength(100_000);
    await expect(found('a', 'a'.repeat(100_001))).rejects.toThrow(TooManyValues);
  });

  it('that is accepted never matches an empty text, and finds its matches in any context', async () => {
    const words = string({ maxLength: 40 }).filter((text) => !text.includes('Q'));
    await assert(
      asyncProperty(words, words, async (before, after) => {
        expect(await found('Q[0-9]{3}Q', `${before}Q123Q${after}`)).toEqual(['Q123Q']);
      }),
    );
  });
});

/** Patterns with anchors and word boundaries, with matches of at most 27 characters. */
const { pattern: SHORT_PATTERN } = letrec<{ pattern: string }>((tie) => ({
  pattern: oneof(
    { maxDepth: 3, depthIdentifier: 'pattern' },
    constantFrom(
      'a',
      'b',
      '[ab1]',
      '.',
      '(?s:.)',
      '\\w',
      '\\W',
      '\\s',
      '😀',
      '[^a]',
      '[^😀]',
      '\\pL',
      '(?i:A)',
    ),
    constantFrom('\\b', '\\B', '^', '$', '(?m:^)', '(?m:$)', '\\A', '\\z'),
    tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
    tuple(tie('pattern'), constantFrom('?', '??', '{1,3}', '{1,3}?')).map(
      ([one, many]) => `(?:${one})${many}`,
    ),
  ),
}));

/** Several windows long. */
const LONG_TEXT = array(constantFrom('a', 'b', '1', ' ', '\n', '😀', 'é', 'x'.repeat(50)), {
  minLength: 300,
  maxLength: 600,
}).map((pieces) => pieces.join('').padEnd(2_500, 'a1 b😀\n'));

describe('A search in windows', () => {
  it('finds what a search of the whole text finds', async () => {
    const wholeText = (pattern: string, text: string): string[] => {
      const matcher = RE2JS.compile(pattern).matcher(text);
      const spans: string[] = [];
      while (matcher.find())
        if (matcher.start() < matcher.end()) spans.push(`${matcher.start()}-${matcher.end()}`);
      return spans;
    };
    await assert(
      asyncProperty(SHORT_PATTERN, LONG_TEXT, async (pattern, text) => {
        const spans = await spansOf(pattern, text);
        expect(spans.map(({ start, end }) => `${start}-${end}`)).toEqual(wholeText(pattern, text));
      }),
    );
  });

  it('finds a match of up to 1,000 characters at any position', async () => {
    await assert(
      asyncProperty(
        integer({ max: 2_500, min: 0 }),
        integer({ max: 998, min: 0 }),
        async (before, length) => {
          const match = `Q${'a'.repeat(length)}Q`;
          expect(await found('Q[^Q]*Q\\b', `${' '.repeat(before)}${match} ${'a'.repeat(2_000)}`)).toEqual([
            match,
          ]);
        },
      ),
    );
  });

  it('reads whole characters at the edges of its windows', async () => {
    const line = `a${'😀'.repeat(700)}`;
    expect(await found('[^😀]', `${line}${line}`)).toEqual(['a', 'a']);
  });

  it('finds a longer match in adjacent parts', async () => {
    const parts = await found('x+', `a${'x'.repeat(5_000)}b`);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe('x'.repeat(5_000));
  });

  it('may yield at least once in 1,000 characters', async () => {
    const slice = new TimeSlice();
    const checks = jest.spyOn(slice, 'isOver', 'get').mockReturnValue(false);
    await spansOf('(?:[^Q]?){60}Q0', `${'x'.repeat(50_000)}Q0`, slice);
    expect(checks.mock.calls.length).toBeGreaterThanOrEqual(50);
  });
});

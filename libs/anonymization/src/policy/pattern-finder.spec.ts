import { assert, property, string } from 'fast-check';
import { atOnce } from '../steps';
import { PatternFinder, problemOfPattern } from './pattern-finder';

const found = (pattern: string, text: string): string[] =>
  atOnce(new PatternFinder([{ pattern }]).find(text)).map(({ start, end }) => text.slice(start, end));

describe('A pattern', () => {
  it.each([
    ['PRJ-\\d{4}', 'in PRJ-2024 and PRJ-2025.', ['PRJ-2024', 'PRJ-2025']],
    ['(?i)zenit', 'Zenit, ZENIT', ['Zenit', 'ZENIT']],
    ['\\p{Lu}{3}', '😀 ÄÖÜ 😀😀 XYZ', ['ÄÖÜ', 'XYZ']],
    ['nothing', 'here', []],
  ])('%s is found in "%s"', (pattern, text, expected) => {
    expect(problemOfPattern(pattern)).toBeUndefined();
    expect(found(pattern, text)).toEqual(expected);
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
    expect(problemOfPattern(pattern)).toBe(problem);
  });

  it('that is accepted never matches nothing, and finds what it says, whatever stands around', () => {
    const words = string({ maxLength: 40 }).filter((text) => !text.includes('Q'));
    assert(
      property(words, words, (before, after) => {
        expect(found('Q[0-9]{3}Q', `${before}Q123Q${after}`)).toEqual(['Q123Q']);
      }),
    );
  });
});

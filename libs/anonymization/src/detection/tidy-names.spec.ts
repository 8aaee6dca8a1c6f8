import { tidyNames } from './tidy-names';

/** Returns spans of the given parts of a text, in order. */
const spansOf = (text: string, parts: readonly string[]) => {
  let at = 0;
  return parts.map((part) => {
    const start = text.indexOf(part, at);
    at = start + part.length;
    return { start, end: at, type: 'Names' as const };
  });
};

describe('tidyNames', () => {
  it.each<[string, string, string[], string[]]>([
    ['cuts titles off', 'Herrn Dr. Hans Müller', ['Herrn Dr. Hans Müller'], ['Hans Müller']],
    ['cuts them off in any case', 'mrs. wong', ['mrs. wong'], ['wong']],
    ['keeps a title that is all there is', 'der Professor', ['Professor'], ['Professor']],
    ['goes on after an apostrophe inside a name', "O'Brien", ['O'], ["O'Brien"]],
    ['begins before it', 'D’Angelo', ['Angelo'], ['D’Angelo']],
    ['unites both sides of it', "O'Brien", ['O', 'Brien'], ["O'Brien"]],
    ["leaves English 's outside", "Anna's", ['Anna'], ['Anna']],
    ['unites a saint with his name', 'St. John-Smythe', ['St', 'John-Smythe'], ['St. John-Smythe']],
    ['leaves two sentences apart', 'I saw Tom. Anna left.', ['Tom', 'Anna'], ['Tom', 'Anna']],
    ['leaves a quotation alone', "said 'Anna' Max", ['Anna', 'Max'], ['Anna', 'Max']],
  ])('%s', (_, text, parts, expected) => {
    expect(tidyNames(text, spansOf(text, parts)).map(({ start, end }) => text.slice(start, end))).toEqual(
      expected,
    );
  });
});

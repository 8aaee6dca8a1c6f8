/**
 * The matches of a pattern, one after another, as `text.matchAll(pattern)` gives them. That one copies the pattern at
 * every call, and V8 keeps what it compiled for the copies until two garbage collections have passed: to compile all
 * recognizers' patterns anew takes a tenth of a second, for which whoever comes next would wait.
 *
 * @throws TypeError for a pattern without the flag `g`
 */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  if (!pattern.global) throw new TypeError('A pattern without the flag g has one match at most');
  let from = 0;
  // Others may use the pattern between two matches: it is told each time where to go on.
  for (let match = matchAt(pattern, text, from); match; match = matchAt(pattern, text, from)) {
    from = match[0] === '' ? after(pattern, text, match.index) : pattern.lastIndex;
    yield match;
  }
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Where the next match may begin after an empty one: not in the middle of a character, for a pattern that knows them. */
function after({ unicode }: RegExp, text: string, index: number): number {
  return index + (unicode && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}

/**
 * Yields the matches of a pattern one after another, like `text.matchAll(pattern)`. That method copies the pattern at
 * every call, and V8 discards the code that it compiled for the copies after two garbage collections. Compiling the
 * patterns of all recognizers again takes a tenth of a second, for which the next request would wait.
 *
 * @throws TypeError for a pattern without the flag `g`
 */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  if (!pattern.global) throw new TypeError('A pattern without the flag g has at most one match');
  let from = 0;
  // Other code may use the pattern between two matches, so its position is set each time.
  for (let match = matchAt(pattern, text, from); match; match = matchAt(pattern, text, from)) {
    from = match[0] === '' ? after(pattern, text, match.index) : pattern.lastIndex;
    yield match;
  }
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Returns where the next match may begin after an empty one. With the flag `u`, not inside a surrogate pair. */
function after({ unicode }: RegExp, text: string, index: number): number {
  return index + (unicode && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}

/** What a replacement can start with: a word, an escape, a bracket, a sign before a number. */
const CANDIDATE = /\\u[0-9a-f]{4}|\\[[［【]|\\.|[\p{L}\p{M}\p{N}[［【{<(+]/giu;

/** Where the next replacement could start, at `from` or later. The blank escapes of code and JSON (`\n`) start none. */
export function candidateAfter(text: string, from: number): number | undefined {
  CANDIDATE.lastIndex = from;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const [found] = match;
    if (found.length === 2 && found.startsWith('\\') && !/[[［【]/.test(found)) continue;
    return match.index;
  }
  return undefined;
}

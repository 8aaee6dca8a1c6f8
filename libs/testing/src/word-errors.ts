/** Returns the insertions, deletions and substitutions per word of `expected`, ignoring case and punctuation. */
export function wordErrorRate(expected: string, actual: string): number {
  const [wanted, got] = [words(expected), words(actual)];
  let row = got.map((_, i) => i + 1);
  for (const [i, word] of wanted.entries()) {
    const next: number[] = [];
    for (const [j, other] of got.entries()) {
      const diagonal = j === 0 ? i : row[j - 1]!;
      const left = j === 0 ? i + 1 : next[j - 1]!;
      next.push(Math.min(diagonal + Number(word !== other), row[j]! + 1, left + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? wanted.length) / wanted.length;
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\bmr\./g, 'mister')
    .replaceAll('-', ' ')
    .replaceAll(/[^\p{L}\p{N}' ]/gu, '')
    .split(/\s+/)
    .filter(Boolean);

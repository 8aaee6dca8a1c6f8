/** Returns `Müller` for `müller` and `MÜLLER`: an initial capital, the rest in lower case. */
export function titleCase(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

const SHAPES: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  titleCase,
];

/**
 * Returns how the case of `word` differs from `base` (same, capitals, lower case, initial capital); `undefined` for any
 * other mix.
 */
export function shapeOf(word: string, base: string): ((other: string) => string) | undefined {
  return SHAPES.find((shape) => shape(base) === word);
}

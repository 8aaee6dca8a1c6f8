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

const APOSTROPHE_ONLY = /(?:[sxzß]|ce)$/i;

/** Returns the German and English possessive: `Müllers`, `MÜLLERS`, `Hans'` (only an apostrophe after an s sound). */
export function genitiveOf(name: string): string {
  if (APOSTROPHE_ONLY.test(name)) return `${name}'`;
  const capitals = name.length > 1 && name === name.toUpperCase() && name !== name.toLowerCase();
  return name + (capitals ? 'S' : 's');
}

/** Returns the word without a genitive `s`: `Müller` for `Müllers`. */
export function withoutGenitive(word: string): string | undefined {
  return word.length > 3 && /s$/i.test(word) && !/ss$/i.test(word) ? word.slice(0, -1) : undefined;
}

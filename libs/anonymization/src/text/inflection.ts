/** `Müller` for `müller` and `MÜLLER`: a first capital, the rest small. */
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

/** How `word` is written compared with `base` (as it stands, capitals, small, first capital); `undefined` for any other mix. */
export function shapeOf(word: string, base: string): ((other: string) => string) | undefined {
  return SHAPES.find((shape) => shape(base) === word);
}

const APOSTROPHE_ONLY = /(?:[sxzß]|ce)$/i;

/** German and English possessive of a name: `Müllers`, `MÜLLERS`, `Hans'` (names that end in an s sound take the apostrophe alone). */
export function genitiveOf(name: string): string {
  if (APOSTROPHE_ONLY.test(name)) return `${name}'`;
  const capitals = name.length > 1 && name === name.toUpperCase() && name !== name.toLowerCase();
  return name + (capitals ? 'S' : 's');
}

/** What an `s` at the end may have been added to: `Müller` of `Müllers`. */
export function withoutGenitive(word: string): string | undefined {
  return word.length > 3 && /s$/i.test(word) && !/ss$/i.test(word) ? word.slice(0, -1) : undefined;
}

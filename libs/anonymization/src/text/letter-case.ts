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

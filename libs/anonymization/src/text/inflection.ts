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

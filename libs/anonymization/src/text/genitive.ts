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

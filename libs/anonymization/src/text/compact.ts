/** Returns the letters and digits of a value in capitals, such as an account or card number without its grouping. */
export const compactOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();

/** Returns `original` with the letters and digits of `compact`; `undefined` if their numbers differ. */
export function writeLike(original: string, compact: string): string | undefined {
  if (compactOf(original).length !== compact.length) return undefined;
  let at = 0;
  return original.replace(/[\p{L}\p{N}]/gu, () => compact[at++] ?? '');
}

/** The letters and digits of a value, in capitals: what is left of an account or card number without its grouping. */
export const compactOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();

/** `original` with its letters and digits exchanged for those of `compact`; `undefined` where there are not as many. */
export function writeLike(original: string, compact: string): string | undefined {
  if (compactOf(original).length !== compact.length) return undefined;
  let at = 0;
  return original.replace(/[\p{L}\p{N}]/gu, () => compact[at++] ?? '');
}

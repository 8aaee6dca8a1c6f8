import type { EntityTable } from '../../entities/entity-table';

const URL_PARTS = /^([a-z][a-z0-9+.-]{1,15}:\/\/)?([^\s/?#]{1,255})([/?#][^\s]*)?$/i;
/** For longer URLs, a placeholder is as good and shorter. */
const LONGEST = 400;

/**
 * Returns `https://example.com/...` with drawn letters and digits in place of the original's; `undefined` for other
 * forms.
 */
export function surrogateUrl(table: EntityTable, original: string, attempt: number): string | undefined {
  const [, scheme = '', , rest = ''] = URL_PARTS.exec(original) ?? [];
  if (original.length > LONGEST || !/\p{L}|\p{N}/u.test(rest)) return undefined;
  let at = 0;
  const path = rest.replace(/%[0-9a-f]{2}|[\p{L}\p{N}]/giu, (character) => {
    const drawn = table.draw(26, `url ${original} ${attempt} ${(at += 1)}`);
    if (/^\d$/.test(character)) return String(drawn % 10);
    const letter = String.fromCharCode(97 + drawn);
    return /^\p{Lu}$/u.test(character) ? letter.toUpperCase() : letter;
  });
  return `${scheme}example.com${path}`;
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
/** An escape as RFC 8259, section 7, defines it: `\n`, `\/`, `\u00fc`. Any other backslash is a character. */
const ESCAPE = /\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi;
const ESCAPE_HERE = new RegExp(ESCAPE.source, 'iy');
const BEGINNING_OF_ESCAPE = /\\(?:u[0-9a-f]{0,3})?$/i;

/** Encodes a text as the inside of a JSON string. A lone surrogate becomes an escape. */
export const encodeJsonString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Decodes the inside of a JSON string. */
export const decodeJsonString = (written: string): string =>
  written.replace(ESCAPE, (_, code?: string, letter = '') =>
    code === undefined ? (LETTERS.get(letter) ?? letter) : String.fromCharCode(parseInt(code, 16)),
  );

/** Returns the length of the part at the end of a string's inside that is the beginning of an escape, mostly 0. */
export function lengthOfUnfinishedEscape(written: string): number {
  let end = 0;
  for (const { 0: escape, index } of written.matchAll(ESCAPE)) end = index + escape.length;
  return BEGINNING_OF_ESCAPE.exec(written.slice(end))?.[0].length ?? 0;
}

/** Returns the end of the part of a string's inside, from `from` on, that means `units` UTF-16 code units. */
export function endOfUnits(written: string, from: number, units: number): number {
  let at = from;
  let left = units;
  while (left > 0) {
    const next = written.indexOf('\\', at);
    const plain = next < 0 ? left : Math.min(left, next - at);
    at += plain;
    left -= plain;
    if (left === 0) break;
    ESCAPE_HERE.lastIndex = at;
    at = ESCAPE_HERE.test(written) ? ESCAPE_HERE.lastIndex : at + 1;
    left -= 1;
  }
  return at;
}

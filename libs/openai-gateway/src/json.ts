export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ESCAPE = /\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))/g;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Decodes the inside of a JSON string (RFC 8259, section 7). An invalid escape stays unchanged.
 *
 * @returns if anything is escaped, also `offsets`: the position in `raw` of each unit of `text`, then the length of `raw`
 */
export function decodeJsonString(raw: string): { text: string; offsets?: readonly number[] } {
  if (!raw.includes('\\')) return { text: raw };
  const offsets: number[] = [];
  let text = '';
  let at = 0;
  const copy = (end: number): void => {
    text += raw.slice(at, end);
    for (; at < end; at += 1) offsets.push(at);
  };
  for (const match of raw.matchAll(ESCAPE)) {
    const [escape, letter, hex] = match;
    copy(match.index);
    offsets.push(at);
    text += hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (LETTERS.get(letter ?? '') ?? letter);
    at += escape.length;
  }
  copy(raw.length);
  return { text, offsets: [...offsets, raw.length] };
}

/** Encodes a text as the inside of a JSON string. A lone surrogate becomes an escape. */
export const encodeJsonString = (text: string): string => JSON.stringify(text).slice(1, -1);

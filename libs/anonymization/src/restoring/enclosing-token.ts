import { openAddress } from './open-address';

/** The longest token that is looked at; a match inside a longer one has a token that no message can have held. */
export const LONGEST_TOKEN = 2_048;

const DELIMITERS = `"'\`()[]{}<>,;|„“”‚‘’«»‹›–—―…`;
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|(?:^|["'(<=])\/\//i;
const HARMLESS_LEFT =
  /(?:^|[\s"'`()[\]{}<>,;|„“”‚‘’«»‹›–—―…])(?:[*_~]{1,3}|(?:\\[nrt"])+|[\p{L}\p{M}]+[:=]|(?:\p{Lu}[\p{L}\p{M}]*[-‐‑])+|&(?:nbsp|quot|lt|gt|amp);)?$/u;
const HARMLESS_RIGHT =
  /^(?:['’]s)?(?:[*_~]{1,3}|[.:!?]+|(?:\\[nrt"])|(?:[-‐‑][\p{L}\p{M}]+)+|&(?:nbsp|quot|lt|gt|amp);)*(?:$|[\s"'`()[\]{}<>,;|„“”‚‘’«»‹›–—―…\\])/u;
const MORE_OF_AN_ADDRESS = /@|[\p{L}\p{N}]\.[a-z]{2,}[/?#]|\?[^\s]*=|^[A-Za-z]:\\/iu;

/**
 * The longer token (URL with its query, e-mail address, path, identifier) that a match stands inside, as written;
 * `undefined` where it stands free in prose, a list, JSON or Markdown (contract 4, rule 6).
 */
export function enclosingToken(text: string, start: number, end: number): string | undefined {
  const address = openAddress(text, start, end);
  if (address !== undefined) return address;
  const from = runStart(text, start);
  const to = runEnd(text, end);
  if (from === undefined || to === undefined || to - from > LONGEST_TOKEN)
    return text.slice(from ?? start, to ?? end) + '\n';
  const left = text.slice(from, start);
  const right = text.slice(end, to);
  if (/(?:^|[^\p{L}\p{N}])(?:mailto|tel):$/iu.test(left) && /^(?:$|[\s"'`)\]}>,;|])/.test(right))
    return undefined;
  const scheme = SCHEME.exec(left);
  if (scheme) return trimmed(text.slice(from + scheme.index, to));
  if (MORE_OF_AN_ADDRESS.test(left)) return trimmed(text.slice(from, to));
  if (HARMLESS_LEFT.test(left) && HARMLESS_RIGHT.test(right) && emphasisMatches(left, right))
    return undefined;
  return atomAround(text, start, end, from, to);
}

/** An underscore is emphasis only where it stands on both sides. */
function emphasisMatches(left: string, right: string): boolean {
  return left.endsWith('_') === right.startsWith('_');
}

function runStart(text: string, at: number): number | undefined {
  for (let index = at; index > at - LONGEST_TOKEN; index -= 1) {
    if (index === 0 || isBlank(text.charCodeAt(index - 1))) return index;
  }
  return undefined;
}

function runEnd(text: string, at: number): number | undefined {
  for (let index = at; index < at + LONGEST_TOKEN; index += 1) {
    if (index >= text.length || isBlank(text.charCodeAt(index))) return index;
  }
  return undefined;
}

function atomAround(text: string, start: number, end: number, from: number, to: number): string {
  let first = start;
  let last = end;
  while (first > from && !DELIMITERS.includes(text[first - 1] ?? '')) first -= 1;
  while (last < to && !DELIMITERS.includes(text[last] ?? '')) last += 1;
  return trimmed(text.slice(first, last));
}

function trimmed(token: string): string {
  return token.replace(/^[*_~.,:;!?]+|[*_~.,:;!?"'`)\]}>]+$/g, '');
}

/** ASCII and Unicode white space, as `\s`. */
function isBlank(unit: number): boolean {
  return unit <= 0x20
    ? unit === 0x20 || (unit >= 9 && unit <= 13)
    : unit >= 0xa0 && /\s/.test(String.fromCharCode(unit));
}

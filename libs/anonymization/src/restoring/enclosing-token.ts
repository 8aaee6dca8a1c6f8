import { matchesOf } from '@app/common';
import { isBlank } from '../text/blank';
import { openAddress } from './open-address';

/** The longest token that is looked at; a match inside a longer one has a token that no message can have held. */
export const LONGEST_TOKEN = 2_048;

const NEAR = 120;
const DELIMITERS = `"'\`()[]{}<>,;|„“”‚‘’«»‹›–—―…`;
const EDGE = String.raw`[\s"'\x60()[\]{}<>,;|„“”‚‘’«»‹›–—―…]`;
const ENTITY = '&(?:nbsp|quot|lt|gt|amp);';
/** What may stand before a match: emphasis, an escape of JSON or code, a label, a word and a hyphen. */
const HARMLESS_LEFT = new RegExp(
  String.raw`(?:^|${EDGE})(?:[*_~]{1,3}|[\p{L}\p{M}-]{2,40}[:=]|(?:\p{Lu}[\p{L}\p{M}]*[-‐‑])+|${ENTITY})?(?:\\[nrt"])*$|\\[nrt"]$`,
  'u',
);
/** What may stand after it: a possessive, emphasis, punctuation, an escape, a hyphen and a word. */
const HARMLESS_RIGHT = new RegExp(
  String.raw`^(?:['’]s)?(?:[*_~.:!?]|\\[nrt"]|[-‐‑][\p{L}\p{M}]+|${ENTITY})*(?:$|${EDGE}|\\)`,
  'u',
);
const SLASH_LEFT = new RegExp(String.raw`(?:^|${EDGE})([\p{L}\p{M}]+)/$|\]/$`, 'u');
const SLASH_RIGHT = /^\/([\p{L}\p{M}]+)(?:$|[\s,;.:!?)])|^\/\[/u;
/** The start of an address, and what it stands in: brackets or quotes that close it. */
const SCHEME =
  /(["'<({]?)(?:[a-z][a-z0-9+.-]{0,20}:[/\\]{2}|(?:https?|ftps?|wss?|file|data|javascript|blob):|www\.|(?<=^|["'<({=])[/\\]{2})/gi;
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<': '>', '(': ')', '{': '}' };
const LINK =
  /(?:mailto|tel|sms|data|javascript):|[\p{L}\p{N}]\.[a-z]{2,20}(?::\d{1,5})?[/?#\\]|(?:^|["'(])[a-z]:\\/iu;

/**
 * The longer token (URL with its query, e-mail address, path, identifier) that a match stands inside, as written;
 * `undefined` where it stands free in prose, a list, JSON or Markdown (contract 4, rule 6).
 *
 * @param isPart whether a word is itself a replacement: "Jan/Petra" is no path
 */
export function enclosingToken(
  text: string,
  start: number,
  end: number,
  isPart: (word: string) => boolean,
): string | undefined {
  const from = runStart(text, start);
  const to = runEnd(text, end);
  if (from !== undefined && to !== undefined && isWholeLink(text, start, from, text.slice(end, to)))
    return undefined;
  const address = openAddress(text, start, end);
  if (address !== undefined) return trimmed(address);
  if (from === undefined || to === undefined || to - from > LONGEST_TOKEN)
    return tooLong(text.slice(start, end));
  const left = text.slice(from, start);
  const right = text.slice(end, to);
  const opened = addressBefore(left);
  if (opened !== undefined) return trimmed(text.slice(from + opened, to));
  if (isInLink(left)) return trimmed(text.slice(from, to));
  const atom = atomAround(text, start, end, from, to);
  if (atom.slice(0, Math.max(0, atom.length - (end - start))).includes('@')) return atom;
  if (isHarmless(left, right, isPart)) return undefined;
  return atom;
}

function isHarmless(left: string, right: string, isPart: (word: string) => boolean): boolean {
  // The nearest characters decide; a letter in front of them keeps them from reading as the start.
  const near = left.length > NEAR ? `x${left.slice(-NEAR)}` : left;
  const before = SLASH_LEFT.exec(near);
  const after = SLASH_RIGHT.exec(right);
  const leftFree =
    HARMLESS_LEFT.test(near) || (before !== null && (before[1] === undefined || isPart(before[1])));
  const rightFree =
    HARMLESS_RIGHT.test(right) || (after !== null && (after[1] === undefined || isPart(after[1])));
  // An underscore is emphasis only where it stands on both sides.
  return leftFree && rightFree && left.endsWith('_') === right.startsWith('_');
}

/** A token that stands in no message, since it holds a line break. */
function tooLong(written: string): string {
  return `${written}\n`;
}

/** Whether all of a `mailto:` or `tel:` address is the match. */
function isWholeLink(text: string, start: number, from: number, right: string): boolean {
  const [scheme] = /(?:mailto|tel):$/i.exec(text.slice(Math.max(from, start - 7), start)) ?? [];
  if (scheme === undefined || !/^(?:$|["'`)\]}>]|[.,;:!?]+$)/.test(right)) return false;
  const at = start - scheme.length;
  const head = text.slice(from, at);
  if (!/^$|["'<([{,;|]$/.test(head) || addressBefore(head) !== undefined || isInLink(head)) return false;
  const address = openAddress(text, at, at);
  return address === undefined || text.startsWith(address, at);
}

/** Whether `left` ends within what could be taken for a link, though it has no scheme. */
function isInLink(left: string): boolean {
  const string = sinceQuote(left);
  const query = string.indexOf('?');
  return LINK.test(string) || (query >= 0 && string.includes('=', query));
}

/** Where the address begins that is still open at the end of `left`. */
function addressBefore(left: string): number | undefined {
  for (const match of matchesOf(SCHEME, left)) {
    const [found, opener = ''] = match;
    const closer = CLOSERS[opener];
    if (closer === undefined || !left.includes(closer, match.index + found.length))
      return match.index + opener.length;
  }
  return undefined;
}

/** What stands in the same string of JSON or code. */
function sinceQuote(left: string): string {
  return left.replace(/^[\s\S]*[,:{[(]["']/, '');
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
  return token.replace(/^[*_~.,:;!?]+|[*_~.,:;!?"'`)\]}>\s]+$/g, '');
}

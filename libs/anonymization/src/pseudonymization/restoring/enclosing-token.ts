import { createHash } from 'node:crypto';
import { RESERVED_DOMAINS } from '../../../data/reserved';
import { fold } from '../../lexicon/fold';
import { isBlank } from '../../text/words';
import { matchEmail } from './match-values';
import type { ReplacementIndex } from './replacement-index';

/**
 * The length of the longest token that is compared. A match in a longer one has a token that no message can contain.
 */
export const LONGEST_TOKEN = 2_048;

const NEAR = 120;
const DELIMITERS = `"'\`()[]{}<>,;|„“”‚‘’«»‹›–—―…`;
const EDGE = String.raw`[\s"'\x60()[\]{}<>,;|„“”‚‘’«»‹›–—―…]`;
const ENTITY = '&(?:nbsp|quot|lt|gt|amp);';
/** Text that may precede a match: emphasis, an escape of JSON or code, a label, a word and a hyphen. */
const HARMLESS_LEFT = new RegExp(
  String.raw`(?:^|${EDGE}|\\[nrt])(?:[*_~]{1,3}|[\p{L}\p{M}-]{2,40}[:=]|(?:\p{Lu}[\p{L}\p{M}]*[-‐‑])+|${ENTITY})?(?:\\[nrt"])*$|\\[nrt"]$`,
  'u',
);
/** Text that may follow it: a possessive, emphasis, punctuation, an escape, a hyphen and a word. */
const HARMLESS_RIGHT = new RegExp(
  String.raw`^(?:['’]s)?(?:[*_~.:!?]|\\[nrt"]|[-‐‑][\p{L}\p{M}]+|${ENTITY})*(?:$|${EDGE}|\\(?![.@:/?#=&%+~-]\S))`,
  'u',
);
/** Linkifiers treat signs as letters of hosts: a further domain after them, or the `@` of an address before them. */
const HOST_RIGHT = /^(?![<>])[\p{S}\p{Cf}][^ \t\n\v\f\r<>"'()[\]{},;:!?/\\]*\.[\p{L}\p{N}]/u;
const HOST_LEFT = /@(?:[^\p{Z}\p{P}\p{Cc}<>]|[.-])*$/u;
/** The rest of the local part of an e-mail address, as linkifiers find it */
const LOCAL_RIGHT = /^[-!#$%&'*+/=?^_`{|}~.;:,"\p{L}\p{N}]{0,64}@/u;
/** The rest of an e-mail address that replaces another, from any place in its local part */
const REPLACED_RIGHT = new RegExp(
  String.raw`^[\p{L}\p{M}\p{N}._%+'-]{0,64}@(?:${RESERVED_DOMAINS.join('|')}|[\p{L}\p{N}-]{1,40}\.example)(?![\p{L}\p{N}-])`,
  'iu',
);
/** Text that ends an e-mail address for all renderers: no escape or sign after which its host could continue */
const ADDRESS_END = new RegExp(String.raw`^(?:\\[nrt"]|[.:!?*_]*(?:$|${EDGE}))`);
/** Blanks as code writes them, which end a token like blanks */
const ESCAPED_BLANKS = /(?<!\\)\\+[nrt]/g;
/** The limit for consecutive addresses without a blank that are followed. */
const MOST_ADDRESSES = 4;
const SLASH_LEFT = new RegExp(String.raw`(?:^|${EDGE})([\p{L}\p{M}]+)/$|\]/$`, 'u');
const SLASH_RIGHT = /^\/([\p{L}\p{M}]+)(?:$|[\s,;.:!?)])|^\/\[/u;
/** Text that makes a string a link without a scheme and slashes. */
const LINK = /(?:mailto|tel|sms|data|javascript|xmpp|sips?|callto):|(?:^|["'(])[a-z]:\\/iu;

/**
 * Returns the longer token (e-mail address, path, identifier) around a match, as written; `undefined` if the match is
 * separate in prose, a list, JSON or Markdown (contract: Anonymizing and restoring, rule 6). `constructs/` tracks the
 * addresses that are open there.
 */
export function enclosingToken(
  text: string,
  start: number,
  end: number,
  index: ReplacementIndex,
  addresses = MOST_ADDRESSES,
): string | undefined {
  const from = runStart(text, start);
  const to = runEnd(text, end);
  if (from === undefined || to === undefined || to - from > LONGEST_TOKEN)
    return tooLong(text.slice(start, end));
  const left = text.slice(from, start);
  const right = text.slice(end, to);
  if (isWholeLink(left, right)) return undefined;
  if (isInLink(left)) return trimmed(text.slice(from, to));
  const atom = atomAround(text, start, end, from, to);
  if (atom.slice(0, Math.max(0, atom.length - (end - start))).includes('@')) return atom;
  if (
    HOST_RIGHT.test(text.slice(end, end + NEAR)) ||
    HOST_LEFT.test(text.slice(Math.max(0, start - NEAR), start))
  )
    return trimmed(text.slice(from, to));
  const mail = beginsEmail(text, end, right, index, addresses);
  if (mail !== undefined) return text.slice(start, mail);
  return isHarmless(left, right, (word) => index.isPart(fold(word))) ? undefined : atom;
}

/**
 * Returns an address as a token: without its delimiters, and without escapes before a blank, which nested JSON repeats.
 */
export function addressToken(address: string): string {
  return trimmed(address.replace(/^(?:[\s"'<({[]|\\+(?=\s))+/, '')).replace(/(?<!\\)\\+$/, '');
}

/**
 * A scheme, two slashes, or the beginning of an address relative to another. The lookbehind lets a search for a scheme begin
 * once in each run of its letters: otherwise, each letter of a run without a colon would be read as often as there are letters
 * before it.
 */
const ADDRESS = /(?<![a-z0-9+.-])[0-9+.-]*[a-z][a-z0-9+.-]*:\S|[/\\]{2}|^\s*\S*[/\\?#]/i;

/**
 * Returns the token of a text that programs may read as one address (an attribute, the target of a link, the strings of a
 * formula); `undefined` if it has no address, or no blank: then the rules of texts see all of it.
 */
export function wholeAddress(text: string): string | undefined {
  if (!ADDRESS.test(text) || !/\s/.test(text.trim())) return undefined;
  return text.length > LONGEST_TOKEN ? createHash('sha256').update(text).digest('base64') : text.trim();
}

/**
 * Returns whether a match ends in the local part of an e-mail address that replaces another. It is restored whole or not at
 * all: its parts alone would show the local part of an address that was forgotten.
 */
export const isInReplacedAddress = (text: string, end: number): boolean =>
  REPLACED_RIGHT.test(text.slice(end, end + NEAR));

function isHarmless(left: string, right: string, isPart: (word: string) => boolean): boolean {
  // The nearest characters decide. A letter before them prevents that they count as the start.
  const near = left.length > NEAR ? `x${left.slice(-NEAR)}` : left;
  const before = SLASH_LEFT.exec(near);
  const after = SLASH_RIGHT.exec(right);
  const leftFree =
    HARMLESS_LEFT.test(near) || (before !== null && (before[1] === undefined || isPart(before[1])));
  const rightFree =
    HARMLESS_RIGHT.test(right) || (after !== null && (after[1] === undefined || isPart(after[1])));
  // The scheme of an autolink would be a name.
  if (/<[a-z0-9+.-]*$/i.test(near) && /^[^\s<>]*:/.test(right)) return false;
  // An underscore is emphasis only on both sides.
  return leftFree && rightFree && left.endsWith('_') === right.startsWith('_');
}

/** Returns a token that no message contains, because it has a line break. */
function tooLong(written: string): string {
  return `${written}\n`;
}

/** Returns whether the match is the whole `mailto:` or `tel:` address. */
function isWholeLink(left: string, right: string): boolean {
  const [scheme] = /(?:mailto|tel):$/i.exec(left) ?? [];
  if (scheme === undefined || !/^(?:$|["'`)\]}>]|[.,;:!?]+$)/.test(right)) return false;
  const head = left.slice(0, -scheme.length);
  return /^$|["'<([{,;|]$/.test(head) && !isInLink(head);
}

/**
 * Returns where the e-mail address ends to which linkifiers would add the text before `at`; `undefined` if there is none, or
 * if it is an address of the conversation that is restored itself, so that the whole leads to its own host.
 */
function beginsEmail(
  text: string,
  at: number,
  right: string,
  index: ReplacementIndex,
  addresses: number,
): number | undefined {
  const [local] = LOCAL_RIGHT.exec(right) ?? [];
  if (local === undefined) return undefined;
  const own = /(?<![\p{L}\p{M}\p{N}._%+-])[\p{L}\p{M}\p{N}._%+-]*@$/u.exec(local)?.index ?? 0;
  const known = own > 0 ? matchEmail(text, at + own, index) : undefined;
  const isRestored =
    known !== undefined &&
    addresses > 0 &&
    ADDRESS_END.test(text.slice(known.end, known.end + NEAR)) &&
    enclosingToken(text, at + own, known.end, index, addresses - 1) === undefined;
  if (isRestored) return undefined;
  return at + local.length + (/^[\p{L}\p{N}.-]*/u.exec(right.slice(local.length))?.[0].length ?? 0);
}

/** Returns whether `left` ends in a possible link without a scheme. */
function isInLink(left: string): boolean {
  const string = sinceQuote(left);
  const query = string.indexOf('?');
  return LINK.test(string) || (query >= 0 && string.includes('=', query));
}

/** Returns the text in the same string of JSON or code. */
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
  const before = [...text.slice(first, start).matchAll(ESCAPED_BLANKS)].at(-1);
  if (before) first += before.index + before[0].length;
  const after = text.slice(end, last).search(ESCAPED_BLANKS);
  return trimmed(text.slice(first, after < 0 ? last : end + after));
}

function trimmed(token: string): string {
  return token.replace(/^[*_~.,:;!?]+|(?<![*_~.,:;!?"'`)\]}>\s])[*_~.,:;!?"'`)\]}>\s]+$/g, '');
}

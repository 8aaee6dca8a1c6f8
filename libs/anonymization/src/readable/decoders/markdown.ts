import type { Decoder } from '../decoder';
import { joinsWords } from './characters';

const WORD = /[\p{L}\p{N}]/u;
const OPENS = /^[\p{L}\p{N}+(]/u;
const CLOSES = /[\p{L}\p{N}.)]$/u;
/** Another such sign, or the other half of a character */
const MARK = /[*_~`\\\p{Surrogate}]/u;

/** Emphasis and code marks at the edge of a word; not `2*3`, `Leser*innen`, `snake_case`. */
export const EMPHASIS: Decoder = {
  pattern: /\*{1,3}|_{1,3}|~~|`/g,
  read: ({ 0: written, index }, text) => {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + written.length);
    if (MARK.test(before) || MARK.test(after)) return undefined;
    const isEdge = WORD.test(before) ? !WORD.test(after) : OPENS.test(after) || CLOSES.test(before);
    return isEdge ? '' : undefined;
  },
};

/**
 * A link on a part of a value, `[Anna](...) Schmidt`, or on a number or address that it leads to. Any other link keeps
 * its target in sight.
 */
export const LINKS: Decoder = {
  pattern: /\[([^[\]\n]{1,100})\]\(((?:tel|mailto|sms):)?[^()\s]{0,500}\)/g,
  read: ({ 0: written, 1: label, 2: scheme, index }, text) => {
    if (scheme !== undefined) return label;
    const end = index + written.length;
    const goesOn = /^[ \n-]?\p{Lu}/u.test(text.slice(end, end + 3));
    const follows = /\p{Lu}\p{Ll}{1,30}[ -]$/u.test(text.slice(Math.max(0, index - 34), index));
    return goesOn || follows ? label : undefined;
  },
};

const IN_ADDRESS = /^[\p{L}\p{N}._+-]{1,64}@/u;

const HANDLE = /[@#][\p{L}\p{N}_]{0,40}$/u;

/** `Anna_Schmidt`, as in names of files and pages; in an address or a handle the underscore belongs to it. */
export const UNDERSCORES: Decoder = {
  pattern: /_/g,
  read: ({ index }, text) => {
    if (!joinsWords(text, index, index + 1)) return undefined;
    if (HANDLE.test(text.slice(Math.max(0, index - 40), index))) return undefined;
    return IN_ADDRESS.test(text.slice(index + 1, index + 66)) ? undefined : ' ';
  },
};

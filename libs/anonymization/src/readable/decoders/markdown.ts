import type { Decoder } from '../decoder';

/** Emphasis and code marks at the edge of a word; not `2*3`, `Leser*innen`, `snake_case`. */
export const EMPHASIS: Decoder = {
  pattern:
    /(?<![\p{L}\p{N}*_~`\\])(?:\*{1,3}|_{1,3}|~~|`)(?=[\p{L}\p{N}+(])|(?<=[\p{L}\p{N}.)])(?:\*{1,3}|_{1,3}|~~|`)(?![\p{L}\p{N}*_~`])/gu,
  read: () => '',
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

/** `Anna_Schmidt`, `Anna+Schmidt`, as in names of files and in forms; in an address the sign belongs to it. */
export const UNDERSCORES: Decoder = {
  pattern: /(?<=\p{Ll})[_+](?=\p{Lu}\p{Ll})(?![\p{L}\p{N}._+-]{1,64}@)/gu,
  read: () => ' ',
};

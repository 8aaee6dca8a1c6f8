import type { Decoder } from '../decoder';

/** Returns whether two words meet at `index`: `Anna|Schmidt`, not `Sch|midt`. */
export function joinsWords(text: string, start: number, end: number): boolean {
  return (
    /\p{Ll}$/u.test(text.slice(Math.max(0, start - 2), start)) && /^\p{Lu}/u.test(text.slice(end, end + 2))
  );
}

/** Removes soft hyphens, zero-width characters and direction marks, or replaces them by a blank between two words. */
export const INVISIBLE: Decoder = {
  pattern: /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g,
  read: ({ 0: written, index }, text) =>
    written.includes('\u200b') && joinsWords(text, index, index + written.length) ? ' ' : '',
};

const IN_NUMBER = /^\d.\d$/;

/** Normalizes no-break, narrow, thin, figure and wide blanks, hyphens and minus signs, and dashes in a number. */
export const BLANKS: Decoder = {
  pattern: /[\u00a0\u2000-\u200a\u2010-\u2015\u202f\u205f\u2212\u3000\ufe63]/g,
  read: ({ 0: written, index }, text) => {
    if (/[\u2012-\u2015]/.test(written))
      return IN_NUMBER.test(text.slice(Math.max(0, index - 1), index + 2)) ? '-' : undefined;
    return /[\u2010\u2011\u2212\ufe63]/.test(written) ? '-' : ' ';
  },
};

/** Normalizes ligatures, full-width characters and mathematical letters. */
export const OTHER_LETTERS: Decoder = {
  pattern: /[\ufb00-\ufb06\uff01-\uff5e\ufe6b]|\ud835[\udc00-\udfff]/g,
  read: ({ 0: written }) => written.normalize('NFKC'),
};

/** Composes letters with separate combining marks. */
export const COMPOSED: Decoder = {
  pattern: /[\u0300-\u036f]{1,8}/g,
  lead: 1,
  read: ({ 0: marks, index }, text) =>
    index === 0 ? undefined : `${text.charAt(index - 1)}${marks}`.normalize('NFC'),
};

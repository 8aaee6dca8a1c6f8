import type { Decoder } from '../decoder';

/** Whether two words meet at `index`: `Anna|Schmidt`, not `Sch|midt`. */
export function joinsWords(text: string, start: number, end: number): boolean {
  return (
    /\p{Ll}$/u.test(text.slice(Math.max(0, start - 2), start)) && /^\p{Lu}/u.test(text.slice(end, end + 2))
  );
}

/** Soft hyphens, zero-width characters, direction marks: nothing, or a blank where two words meet at one. */
export const INVISIBLE: Decoder = {
  pattern: /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g,
  read: ({ 0: written, index }, text) =>
    written.includes('\u200b') && joinsWords(text, index, index + written.length) ? ' ' : '',
};

/** No-break, narrow, thin, figure and wide blanks; hyphens and minus signs; dashes within a number. */
export const BLANKS: Decoder = {
  pattern: /[\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\u2010\u2011\u2212\ufe63]|(?<=\d)[\u2012-\u2015](?=\d)/g,
  read: ({ 0: written }) => (/[\u2010-\u2015\u2212\ufe63]/.test(written) ? '-' : ' '),
};

/** Ligatures, full-width signs and mathematical letters. */
export const OTHER_LETTERS: Decoder = {
  pattern: /[\ufb00-\ufb06\uff01-\uff5e\ufe6b]|\ud835[\udc00-\udfff]/g,
  read: ({ 0: written }) => written.normalize('NFKC'),
};

/** Letters with their marks as characters of their own. */
export const COMPOSED: Decoder = {
  pattern: /\p{L}[\u0300-\u036f]{1,8}/gu,
  read: ({ 0: written }) => written.normalize('NFC'),
};

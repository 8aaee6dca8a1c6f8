import { decodeHTMLStrict } from 'entities';
import type { Decoder } from '../decoder';

const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** Decodes percent encoding of URLs and forms (RFC 3986), if it is UTF-8. */
export const PERCENT: Decoder = {
  pattern: /(?:%[\da-f]{2}){1,64}/gi,
  read: ({ 0: written }) => decodeBytes(written.replaceAll('%', '')),
};

/** Decodes UTF-8 in hexadecimal digits; `undefined` if it is invalid, or contains control characters. */
function decodeBytes(hexadecimal: string): string | undefined {
  const text = Buffer.from(hexadecimal, 'hex').toString();
  return text.includes('\ufffd') || CONTROL.test(text) ? undefined : text;
}

/** Decodes character references of HTML and XML: `&uuml;`, `&#252;`, `&#xFC;`. */
export const ENTITIES: Decoder = {
  pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi,
  read: ({ 0: written }) => decodeHTMLStrict(written),
};

const BLANKS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Decodes escapes of JSON and code, including those in a nested string (`\u00fc`, `\\u00fc`, `\xfc`, `\u{fc}`, `\n`), and the
 * backslashes of Markdown and JSON before a sign (`\_`, `\/`, `\"`).
 */
export const ESCAPES: Decoder = {
  pattern: /\\{1,8}(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([nrt])|([!-/:-@[\]^_`{|}~]))/gi,
  read: ({ 1: four, 2: braced, 3: two, 4: blank, 5: sign }) => {
    if (sign !== undefined) return sign;
    if (blank !== undefined) return BLANKS[blank];
    const code = parseInt(four ?? braced ?? two ?? '', 16);
    return code > 0x10ffff ? undefined : String.fromCodePoint(code);
  },
};

/** Lines of quoted-printable have at most 76 characters (RFC 2045, 6.7). Mail programs break them near that length. */
const LONG_LINE = 50;
const NEAR = 2_000;
const ENCODED = /=[\dA-F]{2}/;

/** Removes the `=` at a line end if the line is long, or if other signs of the encoding are near. */
export const SOFT_LINE_BREAKS: Decoder = {
  pattern: /=\r?\n/g,
  read: ({ index }, text) => {
    if (ENCODED.test(text.slice(Math.max(0, index - NEAR), index + NEAR))) return '';
    const line = text.slice(Math.max(0, index - LONG_LINE), index);
    return line.length === LONG_LINE && /^.*[^\s=]$/.test(line) ? '' : undefined;
  },
};

/** Decodes bytes such as `=C3=BC` (UTF-8) or `=FC` (Latin-1). Letters and digits are never encoded: `x=30` stays. */
export const QUOTED_PRINTABLE: Decoder = {
  pattern: /(?:=[89A-F][\dA-F]){1,64}|=(?:[23][\dA-F]|40|5[B-F]|60|7[B-E])/g,
  read: ({ 0: written }) => {
    const bytes = written.replaceAll('=', '');
    if (bytes < '80') return /=3[0-9]/.test(written) ? undefined : decodeBytes(bytes);
    return decodeBytes(bytes) ?? Buffer.from(bytes, 'hex').toString('latin1');
  },
};

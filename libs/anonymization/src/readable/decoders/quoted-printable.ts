import type { Decoder } from '../decoder';
import { decodeBytes } from './percent';

/** Lines of quoted-printable are at most 76 characters long (RFC 2045, 6.7); mailers break them near that. */
const LONG_LINE = 50;
const NEAR = 2_000;
const ENCODED = /=[\dA-F]{2}/;

/** The `=` at a line's end, where the line is long, or other signs of the encoding stand near. */
export const SOFT_LINE_BREAKS: Decoder = {
  pattern: /=\r?\n/g,
  read: ({ index }, text) => {
    if (ENCODED.test(text.slice(Math.max(0, index - NEAR), index + NEAR))) return '';
    const line = text.slice(Math.max(0, index - LONG_LINE), index);
    return line.length === LONG_LINE && /^.*[^\s=]$/.test(line) ? '' : undefined;
  },
};

/** Bytes as `=C3=BC` (UTF-8) or `=FC` (Latin-1). Letters and digits are never encoded: `x=30` is not. */
export const QUOTED_PRINTABLE: Decoder = {
  pattern: /(?:=[89A-F][\dA-F]){1,64}|=(?:[23][\dA-F]|40|5[B-F]|60|7[B-E])/g,
  read: ({ 0: written }) => {
    const bytes = written.replaceAll('=', '');
    if (bytes < '80') return /=3[0-9]/.test(written) ? undefined : decodeBytes(bytes);
    return decodeBytes(bytes) ?? Buffer.from(bytes, 'hex').toString('latin1');
  },
};

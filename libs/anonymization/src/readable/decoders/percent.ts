import type { Decoder } from '../decoder';

const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** Percent encoding of URLs and forms (RFC 3986), where it is UTF-8. */
export const PERCENT: Decoder = {
  pattern: /(?:%[\da-f]{2}){1,64}/gi,
  read: ({ 0: written }) => decodeBytes(written.replaceAll('%', '')),
};

/** UTF-8 in hexadecimal digits; `undefined` where it is none, or means control characters. */
export function decodeBytes(hexadecimal: string): string | undefined {
  const text = Buffer.from(hexadecimal, 'hex').toString();
  return text.includes('\ufffd') || CONTROL.test(text) ? undefined : text;
}

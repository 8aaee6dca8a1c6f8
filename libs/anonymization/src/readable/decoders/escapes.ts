import type { Decoder } from '../decoder';

const BLANKS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Escapes of JSON and code, also in a string within a string (`\u00fc`, `\\u00fc`, `\xfc`, `\u{fc}`, `\n`), and the
 * backslashes that Markdown and JSON put before a sign (`\_`, `\/`, `\"`).
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

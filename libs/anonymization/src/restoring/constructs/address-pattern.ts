import type { RecentText } from './construct';

/** Schemes after which browsers need no slashes to go somewhere */
const SCHEME = /(?<![\p{L}\p{N}])(?:https?|ftps?|wss?|file|data|javascript|vbscript|blob):$/iu;
const ANY_SCHEME = /[a-z][a-z0-9+.-]{0,20}:$/i;
const LONGEST_SCHEME = 22;

/** How many of the last characters begin an address: a scheme, or two slashes, which browsers also read in backslashes. */
export function addressLengthAt({
  recent,
  previous,
}: Pick<RecentText, 'recent' | 'previous'>): number | undefined {
  const last = recent.charAt(recent.length - 1);
  if (last === ':') return SCHEME.exec(recent.slice(-LONGEST_SCHEME))?.[0].length;
  if (!isSlash(last) || !isSlash(previous)) return undefined;
  return 2 + (ANY_SCHEME.exec(recent.slice(-LONGEST_SCHEME - 2, -2))?.[0].length ?? 0);
}

const isSlash = (character: string) => character === '/' || character === '\\';

const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  commat: '@',
  quest: '?',
  num: '#',
  equals: '=',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi;
const JSON_ESCAPE = /\\u([0-9a-f]{4})/gi;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/** A text without the escapes and character references behind which Markdown, HTML and JSON may write punctuation. */
export function withoutEscapes(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text
    .replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(JSON_ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(ESCAPE, '');
}

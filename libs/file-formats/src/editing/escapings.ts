import { decodeHTML } from 'entities';
import iconv from 'iconv-lite';
import type { Escaping } from './escaped-text';

/**
 * Returns an escaping that writes a replacement with escapes if the value had some, and literally otherwise. A replacement
 * without special characters then gets one escape, so that its value, too, is escaped when it is restored.
 */
const asBefore = (
  escapes: Omit<Escaping, 'encode'>,
  escape: (characters: string) => string,
  special: RegExp,
  literally: (replacement: string) => string = (replacement) => replacement,
): Escaping => ({
  ...escapes,
  encode(replacement, before) {
    if (before.length === 0) return literally(replacement);
    const written = replacement.replaceAll(special, escape);
    return written === replacement ? written.replace(/[\p{L}\p{N}]/u, escape) : written;
  },
});

const codeUnits = (characters: string): number[] =>
  Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i));

const references = {
  pattern: /&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});?/gi,
  decode(match: string): string | undefined {
    const decoded = decodeHTML(match);
    return decoded === match ? undefined : decoded;
  },
};

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>]/g, (each) => NAMED[each]!);
export const escapeHtmlAttribute = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (each) => NAMED[each]!);

/** Character references of a page: between tags, and in attributes. */
export const HTML_TEXT: Escaping = { ...references, encode: escapeHtml };
export const HTML_ATTRIBUTE: Escaping = { ...references, encode: escapeHtmlAttribute };
/** Character references in a text that is none of HTML, such as a string of a script. */
export const HTML_WITHIN: Escaping = asBefore(
  references,
  (characters) => NAMED[characters] ?? `&#${characters.codePointAt(0)};`,
  /[&<>"']/g,
);

const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

const javascript = {
  pattern: /\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])/gi,
  decode(match: string): string | undefined {
    const hex = /^\\(?:u\{?|x)([0-9a-f]+)/i.exec(match)?.[1];
    if (hex) return Number.parseInt(hex, 16) > 0x10_ff_ff ? undefined : characterOf(hex);
    const character = match[1]!;
    return CONTROL[character] ?? (/["'`\\/]/.test(character) ? character : undefined);
  },
};
/** A half of a surrogate pair is a character of its own here. */
const characterOf = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));

const javascriptEscape = (characters: string): string =>
  codeUnits(characters)
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
const JAVASCRIPT_SPECIAL = /["'`\\<\p{Cc}\u2028\u2029]/gu;

/** Escapes of strings in scripts and in JSON. Special characters are always escaped: a value must not end its string. */
export const JAVASCRIPT: Escaping = asBefore(
  javascript,
  javascriptEscape,
  JAVASCRIPT_SPECIAL,
  (replacement) => replacement.replaceAll(JAVASCRIPT_SPECIAL, javascriptEscape),
);
/** Escapes of JavaScript in a text that need not be a script: other escapes could be parts of paths. */
export const JAVASCRIPT_WITHIN: Escaping = asBefore(
  { ...javascript, pattern: /\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2})/gi },
  javascriptEscape,
  JAVASCRIPT_SPECIAL,
);

const css = {
  pattern: /\\(?:[0-9a-f]{1,6}\s?|[^\n])/gi,
  decode(match: string): string | undefined {
    const hex = /^\\([0-9a-f]+)/i.exec(match)?.[1];
    if (!hex) return match.slice(1);
    return Number.parseInt(hex, 16) > 0x10_ff_ff ? undefined : characterOf(hex);
  },
};
const cssEscape = (characters: string): string =>
  `\\${characters.codePointAt(0)!.toString(16).padStart(6, '0')}`;
const CSS_SPECIAL = /["'\\<\p{Cc}]/gu;

/** Escapes of strings and names in style sheets (CSS Syntax). */
export const CSS: Escaping = asBefore(css, cssEscape, CSS_SPECIAL, (replacement) =>
  replacement.replaceAll(CSS_SPECIAL, cssEscape),
);

/** A text that ends at the next tag and has no escapes. */
export const WITHOUT_TAGS: Escaping = {
  pattern: /(?!)/g,
  decode: () => undefined,
  encode: (replacement) => replacement.replaceAll('<', ''),
};

const LONGEST_QUERY = 2_000;

const percent = {
  // A sequence of UTF-8, or a byte of an older encoding. `+` stands for a blank in the query of an address.
  pattern:
    /%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}|%[89a-f][0-9a-f]|\+/gi,
  decode(match: string, at: number, raw: string): string | undefined {
    if (match === '+') {
      const before = raw.slice(Math.max(at - LONGEST_QUERY, 0), at);
      return before.includes('?') && !/[?&=+]$/.test(before) ? ' ' : undefined;
    }
    if (match.length === 3 && /^%[89a-f]/i.test(match))
      return iconv.decode(Buffer.from(match.slice(1), 'hex'), 'windows-1252');
    try {
      return decodeURIComponent(match);
    } catch {
      return undefined; // No character has this sequence.
    }
  },
};

const percentEscape = (characters: string): string =>
  [...Buffer.from(characters)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

/** Escapes of addresses in a text that need not be one. They escape all but unreserved characters (RFC 3986, section 2.3). */
export const PERCENT: Escaping = asBefore(percent, percentEscape, /[^A-Za-z0-9_.~-]/gu);

const IN_LINKS = asBefore(percent, percentEscape, /[^A-Za-z0-9_.~[\]-]/gu, (replacement) =>
  encodeURI(replacement.toWellFormed()),
);
/** Escapes of a text that is an address. Brackets are always escaped there, so they do not show how the value was written. */
export const LINK: Escaping = {
  ...percent,
  encode: (replacement, before) =>
    IN_LINKS.encode(
      replacement,
      before.filter((escape) => !/^%5[bd]$/i.test(escape)),
    )
      .replaceAll('[', '%5B')
      .replaceAll(']', '%5D'),
};

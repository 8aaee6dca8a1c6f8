import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { accessCodesIn } from './access-code';
import { passwordAt, passwordOfPair, strongPasswordBehind } from './password';
import { PROVIDER_KEY } from './provider-keys';

const LONG_TOKEN = /[^\s"'<>]{16,8192}/g;
const KEY_BEGIN = /-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a key. A truncated block ends with its lines. */
const KEY_BODY = /(?:\s{1,4}[A-Za-z0-9+/=]{16,128}){0,200}/y;
/** RFC 7617, RFC 6750 and other schemes of APIs. */
const AUTHORIZATION =
  /\b(?:bearer|basic|digest|token|apikey)[ \t]{1,4}(?<token>[\w.~+/-]{8,4096}={0,3})(?!\w)/gi;
/**
 * The password in `scheme://user:password@host`. A user name without password may be a token
 * (`https://<token>@github.com`).
 */
const CONNECTION =
  /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,24}:\/\/(?<user>[^\s:@/"'<>]{0,128}):(?<password>[^\s@/"'<>]{1,128})@(?=[\p{L}\p{N}[])/giu;

/**
 * Private keys, keys of providers, tokens, passwords in URLs of databases and services, and values that a word, a key or a
 * column head in one of eight languages announces as a password or a key. PINs are in `ANNOUNCED_CODES`.
 */
export class SecretRecognizer extends Recognizer {
  readonly name = 'secret';
  readonly finds = ['Secrets'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const found = [
      ...privateKeysIn(text),
      ...providerKeysIn(text),
      ...tokensIn(text),
      ...connectionsIn(text),
      ...searched
        .announced('secret')
        .flatMap((place) => passwordAt(text, place) ?? strongPasswordBehind(text, place) ?? []),
      ...searched
        .announced('secret', 'username', 'usernameWord')
        .flatMap((place) => passwordOfPair(text, place) ?? []),
      ...accessCodesIn(searched),
    ];
    return found.map(({ start, end }) => ({ start, end, type: 'Secrets' }));
  }
}

/** Searches only runs that are too long for a word, to skip most of a text quickly. */
function providerKeysIn(text: string): Range[] {
  return [...matchesOf(LONG_TOKEN, text)].flatMap(({ 0: token, index }) =>
    [...matchesOf(PROVIDER_KEY, token)].map((key) => ({
      start: index + key.index,
      end: index + key.index + key[0].length,
    })),
  );
}

function privateKeysIn(text: string): Range[] {
  const ranges: Range[] = [];
  const ends = [...matchesOf(KEY_END, text)].map(({ 0: end, index }) => index + end.length);
  for (const { 0: begin, index } of matchesOf(KEY_BEGIN, text)) {
    const body = index + begin.length;
    if (body < (ranges.at(-1)?.end ?? 0)) continue;
    while ((ends[0] ?? Infinity) < body) ends.shift();
    KEY_BODY.lastIndex = body;
    ranges.push({ start: index, end: ends[0] ?? body + (KEY_BODY.exec(text)?.[0].trimEnd().length ?? 0) });
  }
  return ranges;
}

function tokensIn(text: string): Range[] {
  return [...matchesOf(AUTHORIZATION, text)].flatMap(({ 0: written, index, groups }) => {
    const token = groups?.token ?? '';
    // "Basic information", "token validation": words have no digits and no mixed case.
    const isWord = !/\d/.test(token) && !/\p{Ll}\p{Lu}/u.test(token);
    const end = index + written.length;
    return isWord ? [] : [{ start: end - token.length, end }];
  });
}

function connectionsIn(text: string): Range[] {
  if (!text.includes('://')) return [];
  return [...matchesOf(CONNECTION, text)].flatMap(({ 0: written, index, groups }) => {
    const password = groups?.password ?? '';
    if (/^(?:[$<{%[]|\*+$|x+$|password$|pass$|pwd$|secret$)/i.test(password)) return [];
    const end = index + written.length - 1;
    return [{ start: end - password.length, end }];
  });
}

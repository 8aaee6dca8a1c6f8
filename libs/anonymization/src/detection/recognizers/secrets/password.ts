import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';

const LONGEST = 200;
const SHORTEST = 3;
const QUOTED =
  /^(?:"(?<double>[^"\r\n]{1,200})"|'(?<single>[^'\r\n]{1,200})'|`(?<code>[^`\r\n]{1,200})`|[«„“](?<other>[^»“”\r\n]{1,200})[»“”])/u;
const BARE = /^[^\s"'`<>|]{1,200}/u;
/** Punctuation that a sentence, a list or a call puts after a value. */
const BEHIND = /[.,;:?)\]}»“”*]{1,200}$/u;

/** The text directly before a value in a sentence or an assignment. */
const BEFORE = /[\s:=>|]$|\s\($/;

/** The next parameter of a query. */
const NEXT_PARAMETER = /&[\w.-]{1,40}=.*$/su;

/** Placeholders of programs and documents in place of a secret. */
const PLACEHOLDER =
  /^(?:\$\{?.*|%[\w.]+%|\{\{?.*|<.*|\[.*\]?|process\.env.*|os\.(?:environ|getenv).*|env\(.*|x{3,}|X{3,}|\*{2,}|•{2,}|\.{2,}|_{2,}|-{2,}|null|none|nil|true|false|undefined|empty|string|str|text|required|optional|hidden|masked|redacted|encrypted|changeme|placeholder|example|your[-_ ].*|my[-_]?(?:password|secret|token).*|n\/a|any|bool(?:ean)?|number|int(?:eger)?|password|passwort|secret|token|key|value|void|object|array|self|this|type|new|await|async|function|return|varchar.*|char.*|not|is|and|or|for|to|the|by|in|of|with|from|on)$/iu;
/** An expression of code: `getPassword()`, `req.body.token`, `config["x"]`, `Optional<string>`. */
const EXPRESSION =
  /^[\p{L}_$][\w$]*(?:(?:\.|::|->|\?\.)[\p{L}_$][\w$]*)+[;,]?$|^[\p{L}_$][\w$.]*(?:\(|\[|<)|^(?:[a-z]+[A-Z][A-Za-z]*|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)[;,]?$/u;
const VERSION = /^[\^~>=<v]*\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=|::/;
/** Names of code with a digit: `PT_Loop2`, `us-east-1`, `UINT24_BE`. */
const IDENTIFIER = /^(?:_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z]\w*)+|[A-Z0-9_]+|[a-z]+(?:-[a-z]+)*-\d|__\w+)$/;
/** Standards and products: `SHA256`, `OAuth2`, `Office365`. */
const TECHNOLOGY =
  /^(?:sha|md|base|utf|aes|rsa|wpa|oauth|saml|jwt|bcrypt|argon|windows|office|mysql|postgres|python|java|php|ipv|es|iso|rfc)[-_]?\d{1,5}$/i;
const PATH = /^(?:\.{0,2}\/|[A-Za-z]:\\|https?:)/;

/** Returns the announced secret: in quotes, or up to the next blank; `undefined` if other words follow. */
export function passwordAt(text: string, { start, limit, by }: Announcement): Range | undefined {
  // Only programs pass values: "pass x" is a verb, "pass: x" is not.
  if (by === 'word' && /pass[ \t]*$/i.test(text.slice(Math.max(0, start - 6), start))) return undefined;
  const opening = /["'`«„“]/.test(text[start - 1] ?? '') ? 1 : 0;
  const from = start - opening;
  const after = text.slice(from, Math.min(limit + opening, from + LONGEST + 2));
  const groups = QUOTED.exec(after)?.groups;
  const quoted = groups?.double ?? groups?.single ?? groups?.code ?? groups?.other;
  if (quoted !== undefined) return isSecret(quoted, true) ? rangeOf(from + 1, quoted) : undefined;
  if (by === 'field') {
    const value = text.slice(start, Math.min(limit, start + LONGEST)).replace(/[)\];:,]{1,4}$/, '');
    return value.length >= SHORTEST && isSecret(value, !/\s/.test(value)) ? rangeOf(start, value) : undefined;
  }
  // A name of code, not a word of a sentence: `Token.UINT8`, `readToken(...)`.
  if (!BEFORE.test(text.slice(Math.max(0, start - 2), start))) return undefined;
  const written = BARE.exec(text.slice(start, start + LONGEST))?.[0] ?? '';
  const closed = written.replace(NEXT_PARAMETER, '').replace(BEHIND, '');
  // An exclamation mark may end a password or the sentence: "Sommer2024!", not "geheim!".
  const value = /\p{N}/u.test(closed) ? closed : closed.replace(/(?<!!)!+$/, '');
  return isSecret(value, by === 'sign' && /[=:]/.test(text.slice(Math.max(0, start - 2), start)))
    ? rangeOf(start, value)
    : undefined;
}

/** The maximum distance of a password after its word, in the same line and sentence. */
const REACH = 60;
const TOKEN = /(?<=[\s"'`„“«(/])[^\s"'`<>|„“”«»(),;]{6,64}(?=[\s"'`”“»),;.]|$)/gu;

/**
 * Finds a value that can only be a password, a few words after the word: "the password for the wifi is
 * Plum-Tractor-91!".
 */
export function strongPasswordBehind(text: string, { start, by }: Announcement): Range | undefined {
  const follows = BEFORE.test(text.slice(Math.max(0, start - 2), start)) || /^[,(]/.test(text[start] ?? '');
  if (by === 'field' || !follows) return undefined;
  const line = /^[^\r\n]*/.exec(text.slice(start - 1, start + REACH))?.[0] ?? '';
  for (const { 0: written, index } of matchesOf(TOKEN, line)) {
    if (/[.!?]\s\p{Lu}/u.test(line.slice(0, index))) return undefined;
    const value = written.replace(/(?<![.,;:?])[.,;:?]+$/, '');
    const isSetOff = SET_OFF.test(line.slice(index - 1, index + written.length + 1));
    if (isStrong(value, isSetOff)) return rangeOf(start - 1 + index, value);
  }
  return undefined;
}

const PAIR = /[\p{L}\p{N}_.@+-]{2,64} ?[/:|] ?(?<password>[^\s"'`<>|,;]{6,64})/uy;

/** Finds the password behind a login name: "login: jkrause / Winter2025!", "credentials: jkrause:Winter2025!". */
export function passwordOfPair(text: string, { start, limit }: Announcement): Range | undefined {
  PAIR.lastIndex = start;
  const found = PAIR.exec(text);
  const value = found?.groups?.password?.replace(/(?<![.,;:?)])[.,;:?)]+$/, '');
  if (!found || value === undefined || !/\p{L}/u.test(value) || !isStrong(value, true)) return undefined;
  const at = start + found[0].length - (found.groups?.password ?? '').length;
  return at + value.length <= limit ? rangeOf(at, value) : undefined;
}

/** The whole value in brackets or quotes. */
const SET_OFF = /^(?:\(.*\)|["'`„“«].*["'`”“»])$/u;

/**
 * Returns whether it has letters and digits, and also a sign or a capital inside unless it is set off. No word, number
 * or file does.
 */
function isStrong(value: string, isSetOff: boolean): boolean {
  if (VERSION.test(value) || ASSIGNMENT.test(value) || IDENTIFIER.test(value)) return false;
  if (
    PATH.test(value) ||
    TECHNOLOGY.test(value) ||
    EXPRESSION.test(value) ||
    /^[\d.,:/-]+\p{L}{0,3}$/u.test(value) ||
    /@.+\.\w|[\\(){}[\]]|:\/\//.test(value)
  )
    return false;
  const isMixed = /\p{L}/u.test(value) && /\p{N}/u.test(value);
  return (
    isMixed &&
    (isSetOff ||
      /\p{L}.*[!#$%&*+=_~?-].*\p{N}|\p{N}.*[!#$%&*+=_~?-].*\p{L}|\p{Ll}.*\p{Lu}|\p{L}{4}\d{2,4}$|\p{L}\p{N}\p{L}\p{L}/u.test(
        value,
      ))
  );
}

const rangeOf = (start: number, value: string): Range => ({ start, end: start + value.length });

/** @param isCertain whether the text before it shows that a value follows, not a sentence */
function isSecret(value: string, isCertain: boolean): boolean {
  if (value.length < SHORTEST || PLACEHOLDER.test(value) || PATH.test(value) || EXPRESSION.test(value))
    return false;
  if (/\s/.test(value) || VERSION.test(value) || ASSIGNMENT.test(value)) return false;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(value)).length;
  if (/^[\d.,:/-]+$/.test(value))
    return isCertain ? value.length >= 4 && !/[.,]/.test(value) : /^\d{6,}$/.test(value);
  if (isCertain)
    return kinds >= 2
      ? !/^\p{Lu}?\p{Ll}+$/u.test(value)
      : value.length >= 8 && !/^\p{Ll}{8,10}$/u.test(value);
  // A word of a sentence is in lower case, with at most an initial capital.
  return /\p{N}/u.test(value)
    ? kinds >= 2 && value.length >= 4
    : kinds >= 3 && !/^[\p{L}]+[-/’'][\p{L}]+$/u.test(value);
}

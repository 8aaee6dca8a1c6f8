import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';
import { isFileName, isSystemLogin } from './not-a-login';

const NAME = /[\p{L}_][\p{L}\p{N}_.+\\-]{1,62}[\p{L}\p{N}_$]/uy;
/** A sign or a digit inside that identifies a login name without other evidence. */
const TELLING = /[\p{L}][._-]?\d|[\p{L}\p{N}][._][\p{L}\p{N}]|\p{L}-\p{L}.*\d|\\/u;
const NO_LOGIN =
  /^(?:none|null|nil|undefined|true|false|user|users|username|name|unknown|test|default|string|required|optional|password|is|and|or|not|the|n\/a|id|email|login|self|this|me|you|interface|agent|guide|manual|story|data|input|type|role|info|error|failed|denied|invalid|access|account|mailto|https?)$/i;

/** Returns the announced login name. */
export function loginAt(text: string, { kinds, start, limit, by }: Announcement): Range | undefined {
  NAME.lastIndex = start;
  const written = NAME.exec(text)?.[0] ?? '';
  const end = start + written.length;
  if (
    written === '' ||
    end > limit ||
    NO_LOGIN.test(written) ||
    isSystemLogin(written) ||
    isFileName(written)
  )
    return undefined;
  if (by === 'field' && end < limit) return undefined;
  // The beginning of a call, a path, a URL or a template.
  if (/^(?:[@({[<]|:\/\/|\/[\p{L}\p{N}]|=)/u.test(text.slice(end, end + 3))) return undefined;
  const isNamed = kinds.includes('username');
  const isSure =
    by === 'field' || by === 'sign'
      ? isNamed || isSigned(text, start, written)
      : isQuoted(text, start, end) && /^\p{Ll}[\p{Ll}\p{N}_.-]+$/u.test(written);
  const tells = TELLING.test(written) && !/^[\d.]+$/.test(written);
  return isSure || tells ? { start, end } : undefined;
}

/** `user 'jkrause' logged in` */
const isQuoted = (text: string, start: number, end: number): boolean =>
  /["'„“«»]/.test(text[start - 1] ?? '') && /["'“”»«]/.test(text[end] ?? '');

/**
 * Returns whether it is one word in lower case after a sign: `user=hpemberley`, `user: cobiora`; not `user: User`,
 * `user = new User`.
 */
function isSigned(text: string, start: number, written: string): boolean {
  const isAlone = /^(?:[\s,;|&"'`)\]}]|$)/.test(
    text.slice(start + written.length, start + written.length + 1),
  );
  const sign = text.slice(Math.max(0, start - 1), start);
  return isAlone && /[=:]/.test(sign) && /^\p{Ll}[\p{Ll}\p{N}_.-]+$/u.test(written);
}

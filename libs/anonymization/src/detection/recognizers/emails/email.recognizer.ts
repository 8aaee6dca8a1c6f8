import { matchesOf } from '@app/common';
import { isMailbox } from '../../../lexicon/roles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { findObfuscatedEmails } from './obfuscated-email';

const AT_SIGN = /@|＠|%40/g;

/**
 * E-mail addresses in running text: RFC 5321 with RFC 6531's letters, plus addresses, quoted local parts and address
 * literals; without `mailto:`, brackets and the punctuation around them. Also spelled-out forms ("name (at) domain punkt
 * de").
 *
 * The search starts at each "@" and covers at most 254 characters on either side (RFC 5321, 4.5.3.1).
 */
export class EmailRecognizer extends Recognizer {
  readonly name = 'email';
  readonly finds = ['Emails'] as const;

  constructor(private readonly lexicon: Pick<NameLexicon, 'isFirstName'>) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    const spans: Span[] = [];
    for (const { 0: sign, index } of matchesOf(AT_SIGN, text)) {
      const domain = readDomain(text, index + sign.length);
      const local = domain && readLocalPart(text, index);
      if (!domain || !local) continue;
      const canonical = `${local.value}@${domain.value}`.normalize('NFC').toLowerCase();
      spans.push({ start: local.start, end: domain.end, type: 'Emails', canonical });
    }
    return [...spans, ...findObfuscatedEmails(text, (word) => this.mayBeLocal(word))];
  }

  /** Returns whether a word may be a local part: "anna @web.de", "info @web.de"; not "Twitter @example.com". */
  private mayBeLocal(word: string): boolean {
    if (/^\p{Lu}/u.test(word)) return false;
    return isMailbox(word) || this.lexicon.isFirstName(word) || !isCommonWord(word);
  }
}

/** RFC 5321, 4.5.3.1: 64 characters before the "@", 255 after it. */
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;

/** RFC 5322 atext, and RFC 6531's letters. The reader checks dots. */
const LOCAL = /[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.’-]{1,64}$/u;
const QUOTED_LOCAL = /"(?:[^"\\\r\n]|\\[^\r\n]){1,64}"$/u;
/** `{first.last, b.second}@uni.example`: one domain for several people. */
const GROUPED_LOCAL = /\{[\p{L}\p{N}._+-]+(?:\s?[,;|]\s?[\p{L}\p{N}._+-]+)*\}$/u;

/**
 * `to=bob@...`, `?a=b&email=bob@...`: the key is not part of the address, unlike in `SRS0=...` and `bounce+user=...`.
 */
const QUERY_KEY = /^(?:.*[?&])?(?!SRS[01]=|prvs=|btv1=)[\p{L}_-][\w-]{0,23}=/iu;
const LEADING_MARKS = /^(?:.*\/)?[!#$%&'*+=?^`{|}~.’-]*/u;

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,62})';
const DOMAIN = new RegExp(`^${LABEL}(?:[.。．｡]${LABEL}){1,20}`, 'u');
const LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]{2,45})\]/i;
const TOP_LEVEL = /^(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})/iu;
/** `icon@2x.png` and `pkg@next.js` are files. None of these endings is a top-level domain. */
const FILE_ENDING = /^(?:png|jpe?g|gif|svg|webp|bmp|ico|css|jsx?|tsx?|mjs|cjs|json|html?|xml|pdf|php)$/i;
/** "write to bob@example.com.Please answer": the next sentence is not a label. */
const NEXT_SENTENCE = /(?<=\.\p{Ll}{2,24})\.(?=\p{Lu}\p{Ll})/u;

interface LocalPart {
  start: number;
  value: string;
}

interface Domain {
  end: number;
  value: string;
}

/** Returns the local part that ends at `at`, or `undefined` if none does. */
function readLocalPart(text: string, at: number): LocalPart | undefined {
  const wide = text.slice(Math.max(0, at - 4 * LONGEST_LOCAL), at);
  const before = wide.slice(-LONGEST_LOCAL - 2);
  const whole = QUOTED_LOCAL.exec(before)?.[0] ?? GROUPED_LOCAL.exec(wide)?.[0];
  if (whole) return { start: at - whole.length, value: whole };

  let value = LOCAL.exec(before)?.[0] ?? '';
  let start = at - value.length;
  const drop = (count: number): void => {
    value = value.slice(count);
    start += count;
  };
  // The "n" of an escaped line break (JSON, code) before the address belongs to the escape.
  if (text[start - 1] === '\\' && /^[nrt]./.test(value)) drop(1);
  drop(QUERY_KEY.exec(value)?.[0].length ?? 0);
  drop(LEADING_MARKS.exec(value)?.[0].length ?? 0);
  const valid = value !== '' && !value.endsWith('.') && !value.includes('..');
  return valid ? { start, value } : undefined;
}

/** Returns the domain or address literal at `start`, or `undefined` if there is none. */
function readDomain(text: string, start: number): Domain | undefined {
  const after = text.slice(start, start + LONGEST_DOMAIN);
  const literal = LITERAL.exec(after)?.[0];
  if (literal) return { end: start + literal.length, value: literal };

  const found = DOMAIN.exec(after)?.[0].split(NEXT_SENTENCE)[0];
  if (!found) return undefined;
  const labels = found.split(/[.。．｡]/u);
  while (labels.length > 1) {
    const last = labels.at(-1) ?? '';
    const top = TOP_LEVEL.exec(last)?.[0];
    if (top && !FILE_ENDING.test(top)) {
      const end = start + labels.join('.').length - last.length + top.length;
      const value = [...labels.slice(0, -1), top].join('.');
      return { end, value };
    }
    if (top) return undefined;
    labels.pop();
  }
  return undefined;
}

import { isCommonWord } from '../../../lexicon/word-lists';
import type { Decoder } from '../decoder';

const REACH = 80;
/** Characters that may precede a line end inside a value. */
const MAY_GO_ON = /[@._/+()\d-]/;

/** A word such as `Groß-` before a line end, if the next line begins in lower case. */
const HYPHENATED = /[\p{L}\p{M}]{2}-$/u;
const IN_ADDRESS_BEFORE = /@[\p{L}\p{N}.-]*-$/u;
const IN_ADDRESS_AFTER = /^[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}]/u;

const LOCAL_BEFORE = /(?:^|[^\p{L}\p{N}._+-])([\p{L}\p{N}._+-]{1,64})$/u;
const DOMAIN_AFTER = /^[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}]/u;
/** A domain without its last label. */
const DOMAIN_BEFORE = /@[\p{L}\p{N}-]{1,63}\.$/u;

/** The beginning of a number: a plus, a zero or an area code in brackets. */
const NUMBER_BEFORE = /(?:^|[^\p{L}\p{N}+.,_-])((?:\+|\(?0)[\d \t()/.-]{1,24})$/u;
const NUMBER_AFTER = /^(?:[/(][ \t]?)?\d[\d \t()/.-]{0,20}/;
/** A postcode with its town, or an item of a list. */
const OTHER_AFTER = /^(?:\d{4,5} \p{Lu}|\d{1,2}[.)](?:\s|$))/u;
/** The limit for digits (E.164 allows 15). A number with more than this before the line end is complete. */
const FEWEST = 7;
const MOST_BEGUN = 11;
const MOST = 15;

/** A line of running text that ends with a name's first word, and a line that continues after its last word. */
const PROSE_BEFORE =
  /(?:^|[\s>])\p{Ll}[\p{L}\p{M}]*,? (?:\p{Lu}[\p{L}\p{M}.-]* ){0,2}\p{Lu}[\p{L}\p{M}'’-]+$/u;
const PROSE_AFTER = /^\p{Lu}[\p{L}\p{M}'’-]+(?:[,;:.!?)]|\s{1,4}[\p{Ll}(])/u;

/**
 * Joins lines if one value may continue after the line end and any marks of a quotation or an indent: an address, a number
 * (or a tab in it), the words of a name in running text. Other lines stay separate: in a list, "Berlin\nMüller" are two.
 */
export const BROKEN_LINES: Decoder = {
  pattern: /\r?\n[ \t>]{0,12}|\t(?=[\d/(])/g,
  read: ({ 0: written, index }, text) => {
    const last = text.charAt(index - 1);
    const end = index + written.length;
    const next = text.charAt(end);
    const inWords = /\p{L}/u.test(last) && /\p{Lu}/u.test(next);
    if (!inWords && !MAY_GO_ON.test(last) && next !== '@') return undefined;
    const before = text.slice(Math.max(0, index - REACH), index).replace(/^[^]*\n/, '');
    const after = text.slice(end, end + REACH);
    if (inWords) return PROSE_BEFORE.test(before) && PROSE_AFTER.test(after) ? ' ' : undefined;
    if (/[\d/(]/.test(next) && goesOnInNumber(before, after)) return ' ';
    return goesOnInAddress(last, before, after) ? '' : undefined;
  },
};

/** Joins `Groß-\nmüller` without the hyphen, and an address or a double name with it. */
export const HYPHENATED_WORDS: Decoder = {
  pattern: /-\r?\n[ \t>]{0,12}(?=\p{L})/gu,
  read: ({ 0: written, index }, text) => {
    const before = text.slice(Math.max(0, index - REACH), index + 1);
    const after = text.slice(index + written.length, index + written.length + REACH);
    if (IN_ADDRESS_BEFORE.test(before) || IN_ADDRESS_AFTER.test(after)) return '-';
    if (!HYPHENATED.test(before)) return undefined;
    return /^\p{Lu}/u.test(after) ? '-' : '';
  },
};

function goesOnInAddress(last: string, before: string, after: string): boolean {
  if (after.startsWith('@')) return LOCAL_BEFORE.test(before) && DOMAIN_AFTER.test(after.slice(1));
  if (last === '@') return LOCAL_BEFORE.test(before.slice(0, -1)) && DOMAIN_AFTER.test(after);
  if (last === '_') return IN_ADDRESS_AFTER.test(after);
  if (last !== '.') return false;
  if (DOMAIN_BEFORE.test(before)) return /^\p{Ll}{2,24}(?![\p{L}\p{N}])/u.test(after);
  // "Write to me.\nanna@..." ends a sentence, "anna.\nschmidt@..." does not.
  const word = LOCAL_BEFORE.exec(before.slice(0, -1))?.[1] ?? '';
  return word !== '' && !isCommonWord(word) && IN_ADDRESS_AFTER.test(after);
}

/** Returns false if another number begins. */
function goesOnInNumber(before: string, after: string): boolean {
  const begun = NUMBER_BEFORE.exec(before)?.[1];
  const rest = NUMBER_AFTER.exec(after)?.[0];
  if (begun === undefined || rest === undefined || OTHER_AFTER.test(after)) return false;
  const digits = begun.replace(/\D/g, '').length;
  const more = rest.replace(/\D/g, '').length;
  const group = rest.search(/\D|$/);
  if (
    digits < (begun.startsWith('+') ? 1 : 2) ||
    digits > MOST_BEGUN ||
    digits + more < FEWEST ||
    digits + group > MOST
  )
    return false;
  return !rest.startsWith('0') || (begun.startsWith('+') && group <= 5);
}

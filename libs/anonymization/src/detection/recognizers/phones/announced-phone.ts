import { matchesOf } from '@app/common';
import { spellingsOf } from '../../../lexicon/fold';
import { fieldWords, piecesOfAll, wordsOfAll } from '../../../lexicon/languages';
import type { Span } from '../../../text/spans/span';
import { digitsOf } from '../../../text/phone-digits';
import { isAnnouncedAsOther } from './not-a-phone';
import { canonicalOf, isPartOfToken } from './phone-number';

/** Words of telephone fields that mean the same in running text. Longest first, so that none hides another. */
const WORDS = fieldWords('phone')
  .filter((word) => /^[a-z ]{2,}$/.test(word))
  .toSorted((a, b) => b.length - a.length);
const PHRASES = piecesOfAll(({ phones }) => phones.phrases);
/** Words for numbers and contacts of any kind: a number after them must look like a telephone number. */
const NUMBER_PHRASES = piecesOfAll(({ phones }) => phones.numberPhrases);
const CUE = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:(?<weak>${NUMBER_PHRASES})|(?<word>${WORDS.map(spellingsOf).join('|')})|${PHRASES}|\\p{L}{2,16}(?:telefon|handy|phone)(?:nummer|nr)?)(?![\\p{L}\\p{N}])|[☎📞📱☏✆])`,
  'giu',
);

const CONNECTOR = wordsOfAll(({ phones }) => phones.connectors).join('|');
/** The text between an announcing word and a number that follows directly, or after connecting words. */
const TIGHT = new RegExp(
  `^(?:[\\s.:;=("'?*|>)/,#+_–-]|\\((?:${CONNECTOR})\\)|(?<![\\p{L}\\p{N}])(?:${CONNECTOR})(?![\\p{L}\\p{N}]))*$`,
  'iu',
);
/** The distance before a number within which its words are searched for. */
const REACH = 64;
const SENTENCE_END = /[\p{L}\p{N})][.!?]\s+\p{Lu}|[!?]\s/u;

/** One written number, with every layout that people use. */
const LAYOUT =
  '(?:\\+|(?<!\\d)\\(\\+?(?=\\d{1,5}\\)))?\\d(?:\\)?[ \\u00a0]?[‐‑–./-]?[ \\u00a0]?\\(?\\d|\\)? {2}\\d|\\) ?[-/]? ?\\d){2,18}(?!\\d)';
const NUMBER = new RegExp(LAYOUT, 'uy');
const RUN = new RegExp(LAYOUT, 'gu');
const CUT_OFF = /[€$£%\p{L}_@]|[.,:]\d/uy;

/** The fewest digits directly after "Tel." and the like. */
const FEWEST_NAMED = 3;
const NAMED = /^[ .:–-]{0,3}$/;
const FEWEST_DIGITS = 5;
/** The fewest digits after words that do not directly precede the number. */
const FEWEST_APART = 7;
const MOST_DIGITS = 15;
const MOST_NEXT = 3;
/** The text between two numbers of one phrase: "0171 ... or 030 ...". */
const NEXT = /[^\d\n]{1,28}?(?=[+(]{0,2}\d)/uy;

/**
 * Finds numbers that a word announces, in eight languages: "Tel.: 3448/4396066", "call me at 555-0100", "mi número es ...".
 * The word decides, not the numbering plan, because local, fictional, new and mistyped numbers are private too.
 *
 * @param text a line in which other numbers are masked
 */
export function findAnnouncedNumbers(text: string, regions: readonly string[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { 0: run, index } of matchesOf(RUN, text)) {
    if (index < from || digitsOf(run).length < FEWEST_NAMED) continue;
    const fewest = fewestDigits(text, index);
    const span = fewest === undefined ? undefined : numberAt(text, index, fewest, regions);
    if (!span) continue;
    spans.push(span, ...findNext(text, span.end, regions));
    from = spans.at(-1)?.end ?? from;
  }
  return spans;
}

/** Returns the minimum length of a number for the text before it; `undefined` if no word announces a number. */
function fewestDigits(text: string, start: number): number | undefined {
  const before = text.slice(Math.max(0, start - REACH), start);
  const [last] = [...matchesOf(CUE, before)].slice(-1);
  if (!last) return undefined;
  const gap = before.slice(last.index + last[0].length);
  if (/\d/.test(gap)) return undefined;
  if (!TIGHT.test(gap)) return SENTENCE_END.test(gap) ? undefined : FEWEST_APART;
  if (last.groups?.weak !== undefined) return FEWEST_APART;
  return last.groups?.word !== undefined && NAMED.test(gap) ? FEWEST_NAMED : FEWEST_DIGITS;
}

/** Returns whether the current sentence in `before` announces a telephone number. */
export function announces(before: string): boolean {
  const sentence = before.split(/[.!?]\s|\n\s*\n/).at(-1) ?? '';
  return [...matchesOf(CUE, sentence)].some(({ groups }) => groups?.weak === undefined);
}

/** Finds the numbers that follow a found one. */
export function findNext(text: string, end: number, regions: readonly string[]): Span[] {
  const spans: Span[] = [];
  let at = end;
  while (spans.length < MOST_NEXT) {
    NEXT.lastIndex = at;
    const gap = NEXT.exec(text)?.[0];
    const span = gap === undefined ? undefined : numberAt(text, at + gap.length, FEWEST_APART, regions);
    if (!span || SENTENCE_END.test(text.slice(at - 1, span.start))) return spans;
    spans.push(span);
    at = span.end;
  }
  return spans;
}

function numberAt(text: string, at: number, fewest: number, regions: readonly string[]): Span | undefined {
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text)?.[0] ?? '';
  const opened = /^\((?!\+?\d{1,5}\))/.test(found) ? 1 : 0;
  const written = found.slice(opened);
  const start = at + opened;
  const digits = digitsOf(written).length;
  if (digits < fewest || digits > MOST_DIGITS || isAnnouncedAsOther(text, start)) return undefined;
  const end = start + written.length;
  if (digits < FEWEST_DIGITS && /^ \p{L}|^\d/u.test(text.slice(end, end + 2))) return undefined;
  CUT_OFF.lastIndex = end;
  if (CUT_OFF.test(text) || isPartOfToken(text, start, end)) return undefined;
  return { start, end, type: 'Phone', canonical: canonicalOf(written, regions) };
}

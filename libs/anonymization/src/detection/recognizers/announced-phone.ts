import { matchesOf } from '@app/common';
import { FIELD_WORDS } from '../../../data/field-words';
import { CONNECTORS, PHONE_PHRASES } from '../../../data/field-words/phone-phrases';
import type { Span } from '../../span';
import { digitsOf } from '../../text/digits';
import { isAnnouncedAsOther } from './not-a-phone';
import { canonicalOf } from './phone-canonical';
import { spellingsOf } from './spellings';

/** Words of fields that say as much in running text. Longest first, so that none hides another. */
const WORDS = [...new Set(Object.values(FIELD_WORDS.phone).flatMap((words) => words.split(' ')))]
  .filter((word) => /^[a-z_]{2,}$/.test(word))
  .sort((a, b) => b.length - a.length);
const PHRASES = Object.values(PHONE_PHRASES).flatMap((phrases) => phrases.split(';'));
const CUE = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${[...PHRASES, ...WORDS.map(spellingsOf)].join('|')}|\\p{L}{2,16}(?:telefon|handy|phone)(?:nummer|nr)?)(?![\\p{L}\\p{N}])|[☎📞📱☏✆])`,
  'giu',
);

const CONNECTOR = Object.values(CONNECTORS).join(' ').split(' ').join('|');
/** The number follows at once, or after words that lead to it. */
const TIGHT = new RegExp(
  `^(?:[\\s.:;=("'?*|>)/,#+_–-]|\\((?:${CONNECTOR})\\)|(?<![\\p{L}\\p{N}])(?:${CONNECTOR})(?![\\p{L}\\p{N}]))*$`,
  'iu',
);
/** The number follows in the same sentence. */
const GAP = /[^\d\n]{0,44}?(?=[+(]{0,2}\d)/uy;
const SENTENCE_END = /[\p{L}\p{N})][.!?]\s+\p{Lu}|[!?]\s/u;

/** One written number, with every layout that people use. */
const NUMBER =
  /(?:\+|(?<!\d)\(\+?(?=\d{1,5}\)))?\d(?:\)?[ \u00a0]?[‐‑–.,/-]?[ \u00a0]?\(?\d|\)? {2}\d|\) ?[-/]? ?\d){3,18}(?!\d)/uy;
const CUT_OFF = /[€$£%\p{L}_@]|[.,:]\d/uy;

const FEWEST_DIGITS = 5;
/** Behind words that do not lead straight to it. */
const FEWEST_APART = 7;
const MOST_DIGITS = 15;
/** From one number to the next of the same breath: "0171 ... or 030 ...". */
const NEXT = /[^\d\n]{1,28}?(?=[+(]{0,2}\d)/uy;

/**
 * Numbers that a word announces, in eight languages: "Tel.: 3448/4396066", "call me at 555-0100", "mi número es ...".
 * The word decides, not the numbering plan, since local, fictional, new and mistyped numbers are private too.
 *
 * @param text a line in which other numbers are hidden
 */
export function findAnnouncedNumbers(text: string, regions: readonly string[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const cue of matchesOf(CUE, text)) {
    const at = cue.index + cue[0].length;
    if (at < from) continue;
    GAP.lastIndex = at;
    const gap = GAP.exec(text)?.[0];
    if (gap === undefined) continue;
    const fewest = TIGHT.test(gap) ? FEWEST_DIGITS : FEWEST_APART;
    if (fewest === FEWEST_APART && SENTENCE_END.test(gap)) continue;
    const span = numberAt(text, at + gap.length, fewest, regions);
    if (!span) continue;
    spans.push(span, ...findNext(text, span.end, regions));
    from = spans.at(-1)?.end ?? from;
  }
  return spans;
}

/** Whether a telephone number is announced in the sentence that `before` ends in the middle of. */
export function announces(before: string): boolean {
  const sentence = before.split(/[.!?]\s|\n\s*\n/).at(-1) ?? '';
  for (const _ of matchesOf(CUE, sentence)) return true;
  return false;
}

/** The numbers that follow a found one. */
export function findNext(text: string, end: number, regions: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let at = end; ;) {
    NEXT.lastIndex = at;
    const gap = NEXT.exec(text)?.[0];
    const span = gap === undefined ? undefined : numberAt(text, at + gap.length, FEWEST_APART, regions);
    if (!span || SENTENCE_END.test(gap ?? '')) return spans;
    spans.push(span);
    at = span.end;
  }
}

function numberAt(text: string, at: number, fewest: number, regions: readonly string[]): Span | undefined {
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text)?.[0] ?? '';
  const opened = /^\((?!\+?\d{1,5}\))/.test(found) ? 1 : 0;
  const written = found.slice(opened);
  const start = at + opened;
  const digits = digitsOf(written).length;
  if (digits < fewest || digits > MOST_DIGITS || isAnnouncedAsOther(text, start)) return undefined;
  CUT_OFF.lastIndex = start + written.length;
  if (CUT_OFF.test(text) || /[\p{L}\p{N}_€$£]$/u.test(text.slice(Math.max(0, start - 1), start)))
    return undefined;
  return { start, end: start + written.length, type: 'Phone', canonical: canonicalOf(written, regions) };
}

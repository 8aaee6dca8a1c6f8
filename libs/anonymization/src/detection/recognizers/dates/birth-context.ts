import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import type { NameLexicon } from '../../../lexicon/word-lists';
import type { Range } from '../../../text/spans/ranges';

const REACH = 72;
const REACH_BEHIND = 48;
const LETTER_BEFORE = '(?<![\\p{L}\\p{N}])';
const CUE = new RegExp(`${LETTER_BEFORE}(?:${piecesOfAll(({ dates }) => dates.birth)})(?!\\p{L})`, 'giu');
/** A star or a cross at the date. A star at the beginning of a line begins an item of a list. */
const SIGN = /(?:[†✝⚰]|(?<!^|\n) ?[*⁎∗](?! ))[ \u00a0]?$|[(,;] ?\*[ \u00a0]$/u;
/** The text from the cue to its date within one sentence: a name, a place, "am". */
const GAP = /^[^\p{N};!?\n]{0,4}\n?[^\p{N};!?\n]{0,56}$/u;
const SENTENCE_END = /\p{Ll}{2}[.] \p{Lu}/u;
const MOST_WORDS = 7;
const BEHIND = new RegExp(
  `^[^\\p{N}.,;!?()\\n]{0,32}?${LETTER_BEFORE}(?:${piecesOfAll(({ dates }) => dates.birthBehind)})(?!\\p{L})`,
  'iu',
);
const BESIDE_NAME =
  /(?<![\p{L}\p{N}])(?<one>\p{Lu}[\p{L}’'-]{1,30})(?:, ?|[ \u00a0])(?<other>\p{Lu}[\p{L}’'-]{1,30})(?:,? ?(?<sign>\()|, | [|–-] |;)$/u;
const ENDS_ENTRY = /^(?:[,;)|\n]| [|–-] |$)/u;
/** A later date next to a name is more likely the date of a letter or a signature. */
const LATEST_BESIDE_NAME = 2012;
/** The rest of "(1949–2011)". */
const SPAN_OPENS =
  /(?<first>\p{Lu}[\p{L}’'-]{1,30})[ \u00a0]+(?<last>\p{Lu}[\p{L}’'-]{1,30})[ ,]{0,2}\((?:[^()\n]{1,16} ?[-–—/] ?)?$/u;
const SPAN_CLOSES = /^(?: ?[-–—/] ?[^()\n]{1,16})?\)/u;
const RANGE = /[-–—/] ?[^()\n]{0,3}$|^ ?[-–—/]/u;

/** Detects which dates are dates of birth or death (contract: Kinds of personal data). */
export class BirthContext {
  constructor(private readonly lexicon: NameLexicon) {}

  isBirth(text: string, { start, end, iso }: Range & { iso?: string }): boolean {
    const before = text.slice(Math.max(0, start - REACH), start);
    if (SIGN.test(before) || hasCue(before)) return true;
    const behind = text.slice(end, end + REACH_BEHIND);
    return (
      BEHIND.test(behind) || this.isLifeSpan(before, behind) || this.standsBesideName(before, behind, iso)
    );
  }

  /** Returns whether a listed name precedes or follows the date: "Schmidt, Anna, 12.05.1980", "Anna Schmidt (1980)". */
  private standsBesideName(before: string, behind: string, iso?: string): boolean {
    const { one = '', other = '', sign = '' } = BESIDE_NAME.exec(before)?.groups ?? {};
    if (one === '' || !ENDS_ENTRY.test(behind)) return false;
    if (iso === undefined ? sign !== '(' || behind[0] !== ')' : Number(iso.slice(0, 4)) > LATEST_BESIDE_NAME)
      return false;
    const names = [one, other].filter(
      (word) => this.lexicon.isFirstName(word) || this.lexicon.isLastName(word),
    );
    return names.length === 2 || (names.length === 1 && sign === '(' && iso !== undefined);
  }

  /** Returns whether it is a life span after a listed name: "Anna Schmidt (1949–2011)". */
  private isLifeSpan(before: string, behind: string): boolean {
    const { first = '', last = '' } = SPAN_OPENS.exec(before)?.groups ?? {};
    if (first === '' || !SPAN_CLOSES.test(behind) || !(RANGE.test(before) || RANGE.test(behind)))
      return false;
    return this.lexicon.isFirstName(first) && this.lexicon.isLastName(last);
  }
}

function hasCue(before: string): boolean {
  const [last] = [...matchesOf(CUE, before)].slice(-1);
  if (!last) return false;
  const gap = before.slice(last.index + last[0].length);
  return GAP.test(gap) && !SENTENCE_END.test(gap) && gap.split(/\s+/).length <= MOST_WORDS + 1;
}

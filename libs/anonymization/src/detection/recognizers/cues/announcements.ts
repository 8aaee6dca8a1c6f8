import { isCopula, isFiller } from '../../../lexicon/cue-words';
import { foldCue } from '../../../lexicon/fold';
import type { CueKind } from '../../../lexicon/language-kinds';
import type { Field } from '../../../text/structure/field';
import { type Cue, cueOfField, findCues } from '../../../text/structure/find-cues';

/** A position at which a word, a key or a column head announces a value of some kind. */
export interface Announcement {
  kinds: readonly CueKind[];
  /** The start of the value, as an offset in UTF-16 code units */
  start: number;
  /** The latest end of the value: the end of the field, or else of the text */
  limit: number;
  /** The strength of the cue: a field; a sign such as `:` or `=`; a word such as "is"; only the announcing word */
  by: 'field' | 'sign' | 'copula' | 'word';
}

/** Signs between a cue and its value. */
const SIGNS = /[ \t\u00a0:=#|>"'`’*()[\]«»„“”.°º№~-]{1,12}/uy;
/** A digit or a state directly after a cue: "Ref1 ", "OAB/SP ". */
const SUFFIX = /\d(?![\d\p{L}])|[-/]\p{Lu}{2}(?= )/uy;
const NEXT_LINE = /(?<=[:=][ \t*_]{0,4})\r?\n[ \t>]{0,8}/y;
const WORD = /(?:(?![ºª])\p{L}){1,16}(?!(?![ºª])[\p{L}\p{N}])/uy;
const MOST_STEPS = 6;
/** Fillers of one letter need a sign, or must be in lower case: not the "A" of "A 123". */
const ONE_LETTER = /^(?:\p{Ll}(?=[\s:.=#°º'’])|\p{Lu}(?=[.°º:]))/u;
const HYPHENATED = /[-/–]/;
/** Capitals before digits begin a number: the "BE" of "BE 418 227". */
const CODE = /^(?!NR|NO|ID|NUM)\p{Lu}{2,3} \d/u;

/**
 * Returns every position of a text at which a cue announces a value, by the words of eight languages (`data/languages`).
 *
 * @param fields the fields of the text
 */
export function announcementsIn(text: string, fields: readonly Field[]): Announcement[] {
  return [
    ...findCues(text).flatMap((cue) => (announcesNone(text, cue) ? [] : follow(text, cue))),
    ...fields.flatMap((field): Announcement[] => {
      const kinds = cueOfField(field);
      return kinds.length === 0 ? [] : [{ kinds, start: field.start, limit: field.end, by: 'field' }];
    }),
  ].toSorted(byStart);
}

function announcesNone(text: string, { start, end, kinds }: Cue): boolean {
  if (kinds.includes('none')) return true;
  return kinds.includes('abbreviation') && /\p{Ll}/u.test(text.slice(start, end));
}

function byStart(a: Announcement, b: Announcement): number {
  return a.start - b.start;
}

/** Skips the signs and small words between a cue and its value: "number is:", " n° ", `": "`. */
function follow(text: string, { end, kinds }: Cue): Announcement[] {
  let at = end + matchAt(SUFFIX, text, end).length;
  let by: Announcement['by'] = 'word';
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const signs = matchAt(SIGNS, text, at);
    at += signs.length;
    if (/[:=>|]/.test(signs)) by = 'sign';
    const word = matchAt(WORD, text, at);
    const folded = foldCue(word);
    const isPassed =
      word !== '' &&
      isFiller(folded) &&
      !HYPHENATED.test(text[at + word.length] ?? '') &&
      !CODE.test(text.slice(at, at + 6)) &&
      (word.length > 1 || ONE_LETTER.test(text.slice(at, at + 2)));
    if (isPassed) {
      at += word.length;
      if (by === 'word' && isCopula(folded)) by = 'copula';
    } else if (signs === '') {
      const line = matchAt(NEXT_LINE, text, at);
      if (line === '') break;
      at += line.length;
    }
  }
  // A word that continues with digits is not a cue: "RG19 3TG".
  return at === end && /[\p{L}\p{N}_]/u.test(text[at] ?? '')
    ? []
    : [{ kinds, start: at, limit: text.length, by }];
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

import { matchesOf } from '@app/common';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { isJoined, numberSaid, readSpoken, SPOKEN_TOKEN, type Said } from '../cues/spoken-number';
import { announces } from './announced-phone';
import { isAnnouncedAsOther } from './not-a-phone';
import { canonicalOf } from './phone-number';

const FEWEST_WORDS = 4;
const FEWEST_DIGITS = 7;
/** The fewest digits after words that announce a number, an extension or a local number. */
const FEWEST_ANNOUNCED = 4;
/** Longer numbers are cards and accounts. */
const MOST_DIGITS = 14;
const REACH = 80;
const OTHER_NUMBERS = ['reference', 'idNumber', 'account', 'pin', 'card'] as const;

/**
 * Telephone numbers in words, as people dictate them and transcripts contain them, in eight languages: "null eins sieben
 * eins ...", "six oh two, five five five ...", "zéro six trente-neuf ...". Counting ("one, two, three ...") is excluded.
 */
export class SpokenPhoneRecognizer extends Recognizer {
  readonly name = 'spoken-phone';
  readonly finds = ['Phone'] as const;

  find(searched: SearchedText): Span[] {
    const {
      text,
      language: { regions },
    } = searched;
    const others = new Set(searched.announced(...OTHER_NUMBERS).map(({ start }) => start));
    const spans: Span[] = [];
    let run: Said[] = [];
    for (const { 0: token, index } of matchesOf(SPOKEN_TOKEN, text)) {
      const said = readSpoken(token, index);
      const last = run.at(-1);
      if (last && (said.length === 0 || !isJoined(text.slice(last.end, index)))) {
        spans.push(...phonesOf(text, run, others, regions));
        run = [];
      }
      run.push(...said);
    }
    return [...spans, ...phonesOf(text, run, others, regions)];
  }
}

/** @param others the places at which words announce another number */
function phonesOf(
  text: string,
  run: readonly Said[],
  others: ReadonlySet<number>,
  regions: readonly string[],
): Span[] {
  const number = numberSaid(run);
  if (!number || number.said.length < FEWEST_WORDS || others.has(number.start)) return [];
  const { start, end, digits, said } = number;
  const isAnnounced = announces(text.slice(Math.max(0, start - REACH), start));
  if (isAnnouncedAsOther(text, start)) return [];
  if (digits.length > MOST_DIGITS || digits.length < (isAnnounced ? FEWEST_ANNOUNCED : FEWEST_DIGITS))
    return [];
  if (!isAnnounced && said.every(isOneDigit) && !hasPauses(text, said)) return [];
  return [{ start, end, type: 'Phone', canonical: canonicalOf(digits, regions) }];
}

const isOneDigit = ({ start, end }: Said): boolean => end - start === 1;

/** Returns whether single digits are in groups, as people read them out: "2 1 2, 5 5 5, 0 1 4 0". */
function hasPauses(text: string, said: readonly Said[]): boolean {
  const pauses = said
    .slice(1)
    .filter(({ start }, at) => /[,.;–—-]/.test(text.slice(said[at]?.end ?? start, start)));
  return pauses.length > 0 && pauses.length < said.length / 2;
}

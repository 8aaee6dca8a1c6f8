import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { announces } from './announced-phone';
import { isAnnouncedAsOther } from './not-a-phone';
import { spokenWord, type SpokenWord } from './number-words';
import { canonicalOf } from './phone-number';

/** Matches Latin letters by their range, because `\p{L}` takes three times as long. */
const TOKEN = /[a-zA-Z\u00c0-\u024f]+(?:-[a-zA-Z\u00c0-\u024f]+){0,4}|\d+/g;
/** The text between the words of one number: blanks, commas, a pause, one line end. */
const BETWEEN = /^(?:[ \t\u00a0,.;:…–—/-]{1,5}|[ ,]{0,2}\r?\n[ ]{0,2})$/u;

const FEWEST_WORDS = 4;
const FEWEST_DIGITS = 7;
/** The fewest digits after words that announce a number, an extension or a local number. */
const FEWEST_ANNOUNCED = 4;
/** Longer numbers are cards and accounts. */
const MOST_DIGITS = 14;
const REACH = 80;

interface Said extends Range {
  word: SpokenWord;
}

/**
 * Telephone numbers in words, as people dictate them and transcripts contain them, in eight languages: "null eins sieben
 * eins ...", "six oh two, five five five ...", "zéro six trente-neuf ...". Counting ("one, two, three ...") is excluded.
 */
export class SpokenPhoneRecognizer extends Recognizer {
  readonly name = 'spoken-phone';
  readonly finds = ['Phone'] as const;

  find({ text, language: { regions } }: SearchedText): Span[] {
    const spans: Span[] = [];
    let run: Said[] = [];
    for (const { 0: token, index } of matchesOf(TOKEN, text)) {
      const said = readToken(token, index);
      const last = run.at(-1);
      if (last && (said.length === 0 || !BETWEEN.test(text.slice(last.end, index)))) {
        spans.push(...numberOf(text, run, regions));
        run = [];
      }
      run.push(...said);
    }
    return [...spans, ...numberOf(text, run, regions)];
  }
}

/** Reads one word, or words joined by hyphens. */
function readToken(token: string, start: number): Said[] {
  if (token.length > 40) return [];
  const lower = token.toLowerCase();
  const whole = spokenWord(lower);
  if (whole) return [{ start, end: start + token.length, word: whole }];
  if (!lower.includes('-')) return [];
  const said: Said[] = [];
  let at = start;
  for (const part of lower.split('-')) {
    const word = spokenWord(part);
    if (!word) return [];
    said.push({ start: at, end: at + part.length, word });
    at += part.length + 1;
  }
  return said;
}

function numberOf(text: string, run: readonly Said[], regions: readonly string[]): Span[] {
  const first = run.findIndex(({ word }) => word.is === 'digits' || word.is === 'times');
  const last = run.findLastIndex(({ word }) => word.is !== 'and' && word.is !== 'times');
  const said = first === -1 ? [] : run.slice(first, last + 1);
  const [begin, end] = [said[0], said.at(-1)];
  if (!begin || !end || said.length < FEWEST_WORDS) return [];
  const digits = digitsSaid(said.map(({ word }) => word));
  const isAnnounced = announces(text.slice(Math.max(0, begin.start - REACH), begin.start));
  if (isAnnouncedAsOther(text, begin.start)) return [];
  if (digits.length > MOST_DIGITS || digits.length < (isAnnounced ? FEWEST_ANNOUNCED : FEWEST_DIGITS))
    return [];
  if (
    isAmount(said) ||
    isCounting(said) ||
    (!isAnnounced && said.every(isOneDigit) && !hasPauses(text, said))
  )
    return [];
  return [{ start: begin.start, end: end.end, type: 'Phone', canonical: canonicalOf(digits, regions) }];
}

function digitsSaid(words: readonly SpokenWord[]): string {
  let digits = '';
  let ten: string | undefined;
  let times = 1;
  for (const word of words) {
    if (word.is === 'digits') {
      const isUnit = word.digits.length === 1 && word.digits !== '0' && !word.isTen;
      if (ten !== undefined && isUnit) digits = digits.slice(0, -1) + word.digits;
      else digits += word.digits.repeat(times);
      ten = word.isTen ? word.digits : undefined;
    } else if (word.is === 'zeros') digits += word.digits;
    times = word.is === 'times' ? word.times : 1;
    if (word.is === 'zeros' || word.is === 'times') ten = undefined;
  }
  return digits;
}

/** Returns whether each number is one more, or one less, than the previous one: "one, two, three", "ten nine eight". */
function isCounting(said: readonly Said[]): boolean {
  const values = said.flatMap(({ word }) => (word.is === 'digits' ? [Number(word.digits)] : []));
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  return (
    values.length === said.length && (steps.every((step) => step === 1) || steps.every((step) => step === -1))
  );
}

/** Distinguishes the amount "three hundred and fifty" from the number "eight hundred, five five five". */
const isAmount = (said: readonly Said[]): boolean =>
  said.some(({ word }, at) => word.is === 'zeros' && said[at + 1]?.word.is === 'and');

const isOneDigit = ({ start, end }: Said): boolean => end - start === 1;

/** Returns whether single digits are in groups, as people read them out: "2 1 2, 5 5 5, 0 1 4 0". */
function hasPauses(text: string, said: readonly Said[]): boolean {
  const pauses = said
    .slice(1)
    .filter(({ start }, at) => /[,.;–—-]/.test(text.slice(said[at]?.end ?? start, start)));
  return pauses.length > 0 && pauses.length < said.length / 2;
}

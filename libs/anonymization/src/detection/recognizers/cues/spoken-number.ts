import type { Range } from '../../../text/spans/ranges';
import { spokenWord, type SpokenWord } from './number-words';

/** Matches Latin letters by their range, because `\p{L}` takes three times as long. */
const LETTERS = '[a-zA-Z\\u00c0-\\u024f]+';
const TOKEN_SOURCE = `${LETTERS}(?:-${LETTERS}){0,4}|\\d+`;
/** A word, words joined by hyphens, or digits. */
export const SPOKEN_TOKEN = new RegExp(TOKEN_SOURCE, 'g');
const TOKEN_HERE = new RegExp(TOKEN_SOURCE, 'y');
/** The text between the words of one number: blanks, commas, a pause, one line end. */
const BETWEEN_SOURCE = '[ \\t\\u00a0,.;:…–—/-]{1,5}|[ ,]{0,2}\\r?\\n[ ]{0,2}';
const BETWEEN = new RegExp(`^(?:${BETWEEN_SOURCE})$`, 'u');
const BETWEEN_HERE = new RegExp(BETWEEN_SOURCE, 'uy');
const LONGEST_TOKEN = 40;
const MOST_WORDS = 40;

/** A word of a spoken number, at its place. */
export interface Said extends Range {
  word: SpokenWord;
}

/** A number in words: "null eins sieben eins", "seiscientos doce", and its digits. */
export interface SpokenNumber extends Range {
  digits: string;
  said: readonly Said[];
}

/** Reads one word, or words joined by hyphens. Empty if it does not belong to a number. */
export function readSpoken(token: string, start: number): Said[] {
  if (token.length > LONGEST_TOKEN) return [];
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

/** Returns whether the text between two words joins them to one number. */
export const isJoined = (between: string): boolean => BETWEEN.test(between);

/** Returns the number that these words make; `undefined` if it is empty, an amount or counting ("one, two, three"). */
export function numberSaid(run: readonly Said[]): SpokenNumber | undefined {
  const number = numberOf(run);
  return number && isCounting(number.said) ? undefined : number;
}

/** Returns the number that these words make; `undefined` if it is empty or an amount. */
function numberOf(run: readonly Said[]): SpokenNumber | undefined {
  const first = run.findIndex(({ word }) => word.is === 'digits' || word.is === 'times');
  const last = run.findLastIndex(({ word }) => word.is !== 'and' && word.is !== 'times');
  const said = first === -1 ? [] : run.slice(first, last + 1);
  const [begin, end] = [said[0], said.at(-1)];
  if (!begin || !end || isAmount(said)) return undefined;
  return { start: begin.start, end: end.end, digits: digitsOf(said.map(({ word }) => word)), said };
}

/** Returns the number in words that words announce at `start`. It may count: "my PIN is one two three four". */
export function spokenNumberAt(text: string, start: number): SpokenNumber | undefined {
  const run: Said[] = [];
  let at = start;
  while (run.length < MOST_WORDS) {
    TOKEN_HERE.lastIndex = at;
    const token = TOKEN_HERE.exec(text)?.[0];
    const said = token === undefined ? [] : readSpoken(token, at);
    if (token === undefined || said.length === 0) break;
    run.push(...said);
    BETWEEN_HERE.lastIndex = at + token.length;
    const between = BETWEEN_HERE.exec(text)?.[0];
    if (between === undefined) break;
    at += token.length + between.length;
  }
  return numberOf(run);
}

function digitsOf(words: readonly SpokenWord[]): string {
  let digits = '';
  /** How many zeros at the end the next word replaces: "seiscientos doce" is 612, "forty two" is 42. */
  let open = 0;
  let times = 1;
  for (const word of words) {
    if (word.is === 'digits') {
      const { length } = word.digits;
      if (length <= open && !word.digits.startsWith('0')) digits = digits.slice(0, -length) + word.digits;
      else digits += word.digits.repeat(times);
      open = word.open;
    } else if (word.is === 'zeros') digits += word.digits;
    times = word.is === 'times' ? word.times : 1;
    if (word.is === 'zeros' || word.is === 'times') open = 0;
  }
  return digits;
}

/** Returns whether each number is one more, or one less, than the previous one: "one, two, three", "ten nine eight". */
function isCounting(said: readonly Said[]): boolean {
  const values = said.flatMap(({ word }) => (word.is === 'digits' ? [Number(word.digits)] : []));
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  return (
    values.length > 1 &&
    values.length === said.length &&
    (steps.every((step) => step === 1) || steps.every((step) => step === -1))
  );
}

/** Distinguishes the amount "three hundred and fifty" from the number "eight hundred, five five five". */
const isAmount = (said: readonly Said[]): boolean =>
  said.some(({ word }, at) => word.is === 'zeros' && said[at + 1]?.word.is === 'and');

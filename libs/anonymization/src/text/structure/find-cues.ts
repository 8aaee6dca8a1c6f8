import { matchesOf } from '@app/common';
import { isFiller, longestCue } from '../../lexicon/cue-words';
import { foldCue } from '../../lexicon/fold';
import type { CueKind } from '../../lexicon/language-kinds';
import type { Range } from '../spans/ranges';
import type { Field } from './field';

/** A word or phrase that announces a value, `text.slice(start, end)`. */
export interface Cue extends Range {
  kinds: readonly CueKind[];
}

const WORD = /(?<!\p{N})(?:(?![ºª])\p{L})(?:(?![ºª])[\p{L}\p{M}])*/gu;
/** Text that may separate the words of one phrase: "Kd.-Nr.", "customer_id", "n° de client". */
const WITHIN_PHRASE = /^[ \u00a0._'’/°ºª-]{0,3}$/u;
/** "customerId", "IBANNumber"; not the abbreviation "KvK". */
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const LONGEST_KEY = 64;

interface Word extends Range {
  folded: string;
}

/**
 * Returns the cues of a text in order, the longest phrase at each position. The time is linear in the length of the
 * text.
 */
export function findCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let run: Word[] = [];
  const readRun = (): void => {
    cues.push(...cuesIn(run));
    run = [];
  };
  for (const word of wordsOf(text)) {
    const last = run.at(-1);
    if (last && !isWithinPhrase(text, last.end, word.start)) readRun();
    run.push(word);
  }
  readRun();
  return cues;
}

/**
 * Kinds that are announced only together with other words of a sentence: the "code" of "tracking code" means nothing.
 */
const SENTENCES_ONLY: ReadonlySet<CueKind> = new Set(['code', 'lock']);

/** Returns the kinds that the name of a field announces: the phrase at its end, ignoring "number" and the like. */
export function cueOfKey(key: string): readonly CueKind[] {
  if (key.length > LONGEST_KEY) return [];
  const words = [...wordsOf(key)];
  const cue = cuesIn(words).findLast(({ kinds }) => !kinds.every((kind) => SENTENCES_ONLY.has(kind)));
  // Labels have free wording, "IBAN for refunds". Keys of programs end with the name of their content.
  const isLabel = /\p{L} /u.test(key) && !/[_$]|\p{Ll}\p{Lu}/u.test(key);
  const isLast = cue && (isLabel || words.every(({ start, folded }) => start < cue.end || isFiller(folded)));
  return isLast ? cue.kinds : [];
}

/**
 * Returns the kinds that the names of a field announce. "number", "value" and the like take their meaning from the
 * outer name.
 */
export function cueOfField({ path }: Field): readonly CueKind[] {
  for (let at = path.length - 1; at >= Math.max(0, path.length - 2); at -= 1) {
    const kinds = cueOfKey(path[at] ?? '');
    if (kinds.length > 0 && !kinds.includes('none')) return kinds;
    if (kinds.length === 0) return [];
  }
  return [];
}

function isWithinPhrase(text: string, end: number, start: number): boolean {
  // Nearly always a blank, which is checked without a pattern.
  if (start - end === 1) return ' _-.'.includes(text[end] ?? '') || WITHIN_PHRASE.test(text[end] ?? '');
  return start - end <= 3 && WITHIN_PHRASE.test(text.slice(end, start));
}

const SMALL = /^\p{L}?[a-z]*$/u;

function* wordsOf(text: string): Generator<Word> {
  for (const { 0: written, index } of matchesOf(WORD, text)) {
    if (SMALL.test(written) || !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(written)) {
      yield { start: index, end: index + written.length, folded: foldCue(written) };
      continue;
    }
    let start = index;
    for (const part of written.split(CAMEL_CASE)) {
      yield { start, end: start + part.length, folded: foldCue(part) };
      start += part.length;
    }
  }
}

function cuesIn(run: readonly Word[]): Cue[] {
  const cues: Cue[] = [];
  const words = run.map(({ folded }) => folded);
  for (let at = 0; at < run.length;) {
    const phrase = longestCue(words, at);
    const [first, last] = [run[at], run[at + (phrase?.length ?? 1) - 1]];
    if (phrase && first && last) cues.push({ start: first.start, end: last.end, kinds: phrase.kinds });
    at += phrase?.length ?? 1;
  }
  return cues;
}

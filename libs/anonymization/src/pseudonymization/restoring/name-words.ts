import type { NameParts } from '../entities/name-parts';
import { fold } from '../../lexicon/fold';
import { shapeOf } from '../../lexicon/letter-case';
import { genitiveOf, withoutGenitive } from '../../text/inflection';
import { followsWord, wordsOf } from '../../text/words';
import { type AnswerWord, answerWordAt, wordStartBefore } from './answer-words';

const BLANK = ' \u00a0\u202f\t';
const HYPHEN = '-‐‑';

/** Returns the word directly before `start`: separated by one blank or hyphen, or an initial with its full stop. */
export function wordBefore(text: string, start: number): string | undefined {
  let end = start;
  if (BLANK.includes(text[end - 1] ?? '\n')) end -= 1;
  else if (HYPHEN.includes(text[end - 1] ?? '\n')) end -= 1;
  else if (text[end - 1] !== '.') return undefined;
  const stop = text[end - 1] === '.';
  if (stop) end -= 1;
  if (!followsWord(text, end)) return undefined;
  const word = text.slice(wordStartBefore(text, end), end);
  return stop && word.length > 1 ? undefined : word;
}

/** Returns the word directly after `end`. */
export function wordAfter(text: string, end: number): string | undefined {
  const next = text[end] ?? '\n';
  if (!BLANK.includes(next) && !HYPHEN.includes(next)) return undefined;
  return answerWordAt(text, end + 1)?.text;
}

/** Returns a key of two adjacent words that does not depend on their order. */
export function pairOf(one: string, other: string): string {
  return pairOfFolded(fold(one), fold(other));
}

const pairOfFolded = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;

/** Returns every two words of a replacement, with and without a genitive s. */
export function pairsOfForm(replacement: string): string[] {
  const words = [...wordsOf(replacement)].map(({ text }) => ({
    text,
    folded: fold(text),
    stem: fold(withoutS(text)),
  }));
  return words.flatMap((one) =>
    words.flatMap((other) =>
      one.text < other.text
        ? [pairOfFolded(one.folded, other.folded), pairOfFolded(one.stem, other.stem)]
        : [],
    ),
  );
}

/** Removes a genitive s, which does not make another part. */
export function withoutS(word: string): string {
  return word.replace(/s$/i, '');
}

export interface NameWordReading extends AnswerWord {
  /** The folded surrogate part, without a genitive s */
  part: string;
  restored: string;
}

/** Reads the word at `at` as a surrogate name part: exactly as issued, in another case, or as a genitive. */
export function readNameWord(text: string, at: number, parts: NameParts): NameWordReading | undefined {
  const word = answerWordAt(text, at);
  const read = word && readPart(word.text, parts);
  if (!word || !read) return undefined;
  return { ...word, ...read };
}

function readPart(word: string, parts: NameParts): Pick<NameWordReading, 'part' | 'restored'> | undefined {
  const folded = fold(word);
  const stem = withoutGenitive(word);
  const whole = parts.behind(folded);
  const stemmed = stem === undefined ? undefined : parts.behind(fold(stem));
  const part = whole ?? stemmed;
  const issued = parts.originalOf(word);
  if (issued !== undefined) return { part: part ? fold(part.surrogate) : folded, restored: issued };
  if (!part) return undefined;
  const written = whole ? word : (stem ?? word);
  const original = shapeOf(written, part.surrogate)?.(part.original) ?? part.original;
  return { part: fold(part.surrogate), restored: whole ? original : genitiveOf(original) };
}

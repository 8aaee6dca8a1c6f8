import type { NameParts } from '../entities/name-parts';
import { fold } from '../lexicon/fold';
import { genitiveOf, withoutGenitive } from '../text/genitive';
import { shapeOf } from '../text/letter-case';
import { type AnswerWord, answerWordAt } from './answer-words';

export interface NameWordReading extends AnswerWord {
  /** The folded surrogate part, without a genitive s */
  part: string;
  restored: string;
}

/** Reads the word at `at` as a surrogate name part: exactly as issued, or in another case, or as a genitive. */
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

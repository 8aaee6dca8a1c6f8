import type { EntityType } from '../entity-type';
import type { Range } from '../spans/ranges';
import { followsWord } from '../text/words';

export interface AnswerWord extends Range {
  /** Escapes decoded */
  text: string;
  escaped: boolean;
}

/** A place that reads as a replacement, and what stands behind it. */
export interface Reading extends Range {
  type: EntityType;
  /** What is put there when it is restored */
  restored: string;
  /** Letters of it were written as escapes (`\u00fc`), and are to be again */
  escaped?: boolean;
  /** The folded surrogate parts that a name is read from; absent for what is read as a whole */
  parts?: readonly string[];
  /** Policy removed what stands behind it: it is never put back */
  removed?: boolean;
  /** The replacement that was read, as issued; absent for a name read part by part */
  replacement?: string;
}

/** Letters, marks and digits; also Latin letters written as JSON and code escapes (`M\u00fcller`). */
const WORD = /(?:[\p{L}\p{M}\p{N}]|\\u(?:00[c-f]|01[0-7])[0-9a-f])+/iuy;
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** The word that starts at `at`, if one does. */
export function answerWordAt(text: string, at: number): AnswerWord | undefined {
  WORD.lastIndex = at;
  const raw = WORD.exec(text)?.[0];
  if (!raw) return undefined;
  const escaped = raw.includes('\\');
  const decoded = escaped
    ? raw.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : raw;
  return { start: at, end: at + raw.length, text: decoded, escaped };
}

/** The start of the word that ends just before `end`. */
export function wordStartBefore(text: string, end: number): number {
  let start = end;
  while (followsWord(text, start)) start -= 1;
  return start;
}

/** Writes everything beyond ASCII as `\uXXXX`. */
export function escapeBeyondAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What a replacement can start with: a word, an escape, a bracket, a sign before a number. */
const CANDIDATE = /\\u[0-9a-f]{4}|\\[[［【]|\\.|[\p{L}\p{M}\p{N}[［【{<(+]/giu;

/** Where the next replacement could start, at `from` or later. The blank escapes of code and JSON (`\n`) start none. */
export function candidateAfter(text: string, from: number): number | undefined {
  CANDIDATE.lastIndex = from;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const [found] = match;
    if (found.length === 2 && found.startsWith('\\') && !/[[［【]/.test(found)) continue;
    return match.index;
  }
  return undefined;
}

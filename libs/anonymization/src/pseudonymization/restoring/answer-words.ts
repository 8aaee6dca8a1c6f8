import type { EntityType } from '../../kinds/entity-type';
import type { Range } from '../../text/spans/ranges';
import { followsWord } from '../../text/words';

export interface AnswerWord extends Range {
  /** With decoded escapes */
  text: string;
  escaped: boolean;
}

/** A range that looks like a replacement, with its original. */
export interface Reading extends Range {
  type: EntityType;
  /** The text that restoring writes there */
  restored: string;
  /** Whether letters of it were written as escapes (`\u00fc`), which the restored text must be too */
  escaped?: boolean;
  /** The folded surrogate parts from which a name was read; absent for a value that was read as a whole */
  parts?: readonly string[];
  /** Whether the policy removed its original: it is never restored */
  removed?: boolean;
  /** The issued replacement that was read; absent for a name that was read part by part */
  replacement?: string;
}

/** Letters, marks and digits, and Latin letters as escapes of JSON and code (`M\u00fcller`). */
const WORD = /(?:[\p{L}\p{M}\p{N}]|\\u(?:00[c-f]|01[0-7])[0-9a-f])+/iuy;
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** Returns the word that starts at `at`, if one does. */
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

/** Returns the start of the word that ends just before `end`. */
export function wordStartBefore(text: string, end: number): number {
  let start = end;
  while (followsWord(text, start)) start -= 1;
  return start;
}

/** Escapes everything beyond ASCII as `\uXXXX`. */
export function escapeBeyondAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The possible beginnings of a replacement: a word, an escape, a bracket, a sign before a number. */
const CANDIDATE = /\\u[0-9a-f]{4}|\\[[［【]|\\.|[\p{L}\p{M}\p{N}[［【{<(+]/giu;

/**
 * Returns where the next replacement could start, from `from` on. Escaped blanks of code and JSON (`\n`) are excluded.
 */
export function candidateAfter(text: string, from: number): number | undefined {
  CANDIDATE.lastIndex = from;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const [found] = match;
    if (found.length === 2 && found.startsWith('\\') && !/[[［【]/.test(found)) continue;
    return match.index;
  }
  return undefined;
}

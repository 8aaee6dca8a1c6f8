import { matchesOf } from '@app/common';
import type { Range } from '../spans/ranges';

/** A value of a structured text, `text.slice(start, end)` in UTF-16 code units, with its names. */
export interface Field extends Range {
  /** Keys, element names, column heads or labels, from the outermost to the innermost. Indexes of lists are left out */
  path: readonly string[];
  /** The names of all values of the same object, row, element or block; one shared list */
  siblings: readonly string[];
  /** Whether only the line before it names it, as in forms without their layout */
  loose?: boolean;
}

/** The limit for the names in a path. Further outer names are left out. */
const DEEPEST_PATH = 4;

/** Returns a path with one more name at its end. */
export function under(path: readonly string[], name: string): string[] {
  return [...path.slice(-DEEPEST_PATH + 1), name];
}

/** Returns the field of `text.slice(start, end)` without surrounding blanks; none if nothing is left. */
export function fieldAt(text: string, field: Field): Field[] {
  const written = text.slice(field.start, field.end);
  const start = field.start + written.length - written.trimStart().length;
  const end = field.start + written.trimEnd().length;
  return start < end ? [{ ...field, start, end }] : [];
}

export interface Line {
  text: string;
  start: number;
}

const LINE = /[^\r\n]*(?:\r\n|[\r\n]|$)/g;

/** Returns the lines of a text without their ends, including empty ones. */
export function linesOf(text: string): Line[] {
  return [...matchesOf(LINE, text)].map(({ 0: line, index }) => ({
    text: line.replace(/(?<![\r\n])[\r\n]+$/, ''),
    start: index,
  }));
}

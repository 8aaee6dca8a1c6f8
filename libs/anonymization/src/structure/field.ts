import { matchesOf } from '@app/common';
import type { Range } from '../spans/ranges';

/** A value of a structured text, `text.slice(start, end)` in UTF-16 units, with what names it. */
export interface Field extends Range {
  /** Keys, element names, column heads or labels, from the outside in; places in lists are left out */
  path: readonly string[];
  /** The names of all values of the same object, row, element or block; one list for all of them */
  siblings: readonly string[];
  /** Named by the line before it alone, as in forms that lost their layout */
  loose?: boolean;
}

/** Outer names beyond this many are left out of a path. */
const DEEPEST_PATH = 4;

/** A path with one more name at its end. */
export function under(path: readonly string[], name: string): string[] {
  return [...path.slice(-DEEPEST_PATH + 1), name];
}

/** The field of `text.slice(start, end)` without the blanks around it; none where nothing is left. */
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

/** The lines of a text without their ends, empty ones too. */
export function linesOf(text: string): Line[] {
  return [...matchesOf(LINE, text)].map(({ 0: line, index }) => ({
    text: line.replace(/[\r\n]+$/, ''),
    start: index,
  }));
}

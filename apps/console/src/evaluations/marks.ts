import type { Mark } from './use-evaluations';

/** A range of a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** Returns a range without the white space around it; undefined if nothing is left. */
export function trimmed(text: string, { start, end }: Range): Range | undefined {
  const selected = text.slice(start, end);
  const from = start + selected.length - selected.trimStart().length;
  const to = start + selected.trimEnd().length;
  return from < to ? { start: from, end: to } : undefined;
}

/** Returns the marks with another one, which replaces those that it touches. */
export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] =>
  [...marks.filter(({ start, end }) => end <= mark.start || start >= mark.end), mark].toSorted(
    (one, other) => one.start - other.start,
  );

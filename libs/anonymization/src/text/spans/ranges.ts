/** Code units `[start, end)` of a text: `text.slice(start, end)`. */
export interface Range {
  start: number;
  end: number;
}

export const lengthOf = ({ start, end }: Range): number => end - start;

/** Returns whether two ranges share a character. Ranges that only touch do not. */
export const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

/** Sorts by start; of those that start together, the longest first. */
export const byStart = (a: Range, b: Range): number => a.start - b.start || b.end - a.end;

/** Returns the same range after that many code units were inserted before the text. */
export const shifted = <T extends Range>(range: T, by: number): T => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
});

/** Returns the smallest range that contains both. */
export const hull = <T extends Range>(range: T, other: Range): T => ({
  ...range,
  start: Math.min(range.start, other.start),
  end: Math.max(range.end, other.end),
});

/** Returns the pieces of a range that none of `others` covers, in order; the range itself if none overlaps it. */
export function without<T extends Range>(range: T, others: readonly Range[]): T[] {
  let pieces = [range];
  for (const other of others) {
    if (!overlaps(range, other)) continue;
    pieces = pieces.flatMap((piece) =>
      overlaps(piece, other)
        ? [
            { ...piece, end: other.start },
            { ...piece, start: other.end },
          ].filter((rest) => rest.start < rest.end)
        : [piece],
    );
  }
  return pieces;
}

/** Returns sorted ranges in groups that overlap: each shares a character with another of its group. */
export function overlappingGroups<T extends Range>(ranges: readonly T[]): T[][] {
  const groups: T[][] = [];
  let end = -Infinity;
  for (const range of ranges.toSorted(byStart)) {
    if (range.start < end) groups.at(-1)?.push(range);
    else groups.push([range]);
    end = Math.max(end, range.end);
  }
  return groups;
}

/** Returns those of `ranges` that share no character with one of `others`. Both must be sorted and without overlaps. */
export function apartFrom<T extends Range>(ranges: readonly T[], others: readonly Range[]): T[] {
  let next = 0;
  return ranges.filter((range) => {
    while ((others[next]?.end ?? Infinity) <= range.start) next += 1;
    const other = others[next];
    return !other || !overlaps(range, other);
  });
}

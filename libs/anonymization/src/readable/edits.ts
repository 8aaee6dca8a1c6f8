/**
 * What was replaced in a source text: places in order that do not overlap, each with the offsets of what stood there
 * and of what stands there now (UTF-16 units). Between them source and result are alike.
 */
export class Edits {
  private readonly sourceStarts: number[] = [];
  private readonly sourceEnds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  get isEmpty(): boolean {
    return this.starts.length === 0;
  }

  add(sourceStart: number, sourceEnd: number, start: number, end: number): void {
    this.sourceStarts.push(sourceStart);
    this.sourceEnds.push(sourceEnd);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** The fewest source characters that hold `[start, end)` of the result: each replaced place whole. */
  toSource(start: number, end: number): [number, number] {
    return widest(start, end, this.starts, this.ends, this.sourceStarts, this.sourceEnds);
  }

  /** What became of `[start, end)` of the source. */
  toResult(start: number, end: number): [number, number] {
    return widest(start, end, this.sourceStarts, this.sourceEnds, this.starts, this.ends);
  }
}

/** `[start, end)` on the one side, in offsets of the other side. */
function widest(
  start: number,
  end: number,
  starts: readonly number[],
  ends: readonly number[],
  otherStarts: readonly number[],
  otherEnds: readonly number[],
): [number, number] {
  const first = lastStartedBy(starts, start);
  const last = lastStartedBy(starts, end - 1);
  const from =
    start < (ends[first] ?? 0) ? (otherStarts[first] ?? 0) : start + shiftAfter(first, ends, otherEnds);
  const to = end - 1 < (ends[last] ?? 0) ? (otherEnds[last] ?? 0) : end + shiftAfter(last, ends, otherEnds);
  return [from, Math.max(from, to)];
}

const shiftAfter = (at: number, ends: readonly number[], otherEnds: readonly number[]): number =>
  (otherEnds[at] ?? 0) - (ends[at] ?? 0);

/** The index of the last place that starts at `offset` or before it; -1 where none does. */
function lastStartedBy(starts: readonly number[], offset: number): number {
  let [from, to] = [0, starts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0) <= offset) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

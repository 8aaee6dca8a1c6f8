import { matchesOf } from '@app/common';
import type { Steps } from '../steps';

/** Undoes one way of writing values otherwise. */
export interface Decoder {
  /** Global, bounded, and quick to tell that a text holds none */
  pattern: RegExp;
  /** How many characters before a match it also changes; they are no part of the match, so that it is found faster */
  lead?: number;
  /** What a reader sees at that place of `text`, `lead` included; `undefined` where it is to be read as it stands */
  read(match: RegExpExecArray, text: string): string | undefined;
}

/** A long text is put together from pieces of so many pieces, which take less memory. */
const PIECES = 1_000;

/** The text with all that a decoder reads otherwise, and where; `undefined` where that is nothing. */
export function* decoding(
  { pattern, lead = 0, read }: Decoder,
  text: string,
): Steps<{ text: string; edits: Edits } | undefined> {
  let edits: Edits | undefined;
  const chunks: string[] = [];
  let pieces: string[] = [];
  let copied = 0;
  let length = 0;
  for (const match of matchesOf(pattern, text)) {
    const start = Math.max(copied, match.index - lead);
    const end = match.index + match[0].length;
    const meant = read(match, text);
    if (meant !== undefined && meant !== text.slice(start, end)) {
      length += start - copied;
      edits ??= new Edits();
      edits.add(start, end, length, length + meant.length);
      pieces.push(text.slice(copied, start), meant);
      copied = end;
      length += meant.length;
      if (pieces.length >= PIECES) {
        chunks.push(pieces.join(''));
        pieces = [];
      }
    }
    yield;
  }
  return edits && { text: [...chunks, ...pieces, text.slice(copied)].join(''), edits };
}

/**
 * What was replaced in a source text: places in order that do not overlap, each with the offsets of what stood there
 * and of what stands there now (UTF-16 units). Between them source and result are alike.
 */
export class Edits {
  private readonly sourceStarts: number[] = [];
  private readonly sourceEnds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

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

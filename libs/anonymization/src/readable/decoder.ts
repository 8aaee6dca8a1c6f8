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
  private readonly source = new Offsets();
  private readonly result = new Offsets();

  add(sourceStart: number, sourceEnd: number, start: number, end: number): void {
    this.source.add(sourceStart, sourceEnd);
    this.result.add(start, end);
  }

  /** The fewest source characters that hold `[start, end)` of the result: each replaced place whole. */
  toSource(start: number, end: number): [number, number] {
    return widest(start, end, this.result, this.source);
  }

  /** What became of `[start, end)` of the source. */
  toResult(start: number, end: number): [number, number] {
    return widest(start, end, this.source, this.result);
  }
}

/** Ranges in ascending order. One array of integers, because a text of 16 MiB can have eight million edits. */
class Offsets {
  private values = new Uint32Array(16);
  private count = 0;

  add(start: number, end: number): void {
    const at = 2 * this.count;
    if (at === this.values.length) {
      const larger = new Uint32Array(2 * at);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[at] = start;
    this.values[at + 1] = end;
    this.count += 1;
  }

  start(index: number): number {
    return this.values[2 * index] ?? 0;
  }

  end(index: number): number {
    return this.values[2 * index + 1] ?? 0;
  }

  /** The index of the last range that starts at `offset` or before it; -1 if none does. */
  lastStartedBy(offset: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.start(middle) <= offset) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }
}

/** `[start, end)` of the one side, in offsets of the other side. */
function widest(start: number, end: number, one: Offsets, other: Offsets): [number, number] {
  const first = one.lastStartedBy(start);
  const last = one.lastStartedBy(end - 1);
  const from = start < one.end(first) ? other.start(first) : start + shiftAfter(first, one, other);
  const to = end - 1 < one.end(last) ? other.end(last) : end + shiftAfter(last, one, other);
  return [from, Math.max(from, to)];
}

const shiftAfter = (at: number, one: Offsets, other: Offsets): number => other.end(at) - one.end(at);

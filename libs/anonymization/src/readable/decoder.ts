import { matchesOf } from '@app/common';
import type { Steps } from '../steps';

/** Decodes one encoding of values. */
export interface Decoder {
  /** Global, bounded, and fast on texts without a match */
  pattern: RegExp;
  /**
   * The number of characters before a match that it also changes. They are not part of the match, which makes the
   * search faster
   */
  lead?: number;
  /**
   * Returns what a reader sees at that position of `text`, including `lead`; `undefined` if the match stays unchanged
   */
  read(match: RegExpExecArray, text: string): string | undefined;
}

/** The number of pieces that are joined at a time, which saves memory for long texts. */
const PIECES = 1_000;

/** Decodes a text with one decoder, and returns it with its edits; `undefined` if nothing changed. */
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
 * The replaced ranges of a source text, sorted and without overlaps, each with its offsets before and after the replacement
 * (UTF-16 code units). Between them, source and result are equal.
 */
export class Edits {
  private readonly source = new Offsets();
  private readonly result = new Offsets();

  add(sourceStart: number, sourceEnd: number, start: number, end: number): void {
    this.source.add(sourceStart, sourceEnd);
    this.result.add(start, end);
  }

  /**
   * Returns the smallest range of the source that contains `[start, end)` of the result, with whole replaced ranges.
   */
  toSource(start: number, end: number): [number, number] {
    return widest(start, end, this.result, this.source);
  }

  /** Returns the range of the result for `[start, end)` of the source. */
  toResult(start: number, end: number): [number, number] {
    return widest(start, end, this.source, this.result);
  }
}

/** Ranges in ascending order, in one integer array, because a text of 16 MiB can have eight million edits. */
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

  /** Returns the index of the last range that starts at `offset` or before it; -1 if none does. */
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

/** Converts `[start, end)` of one side to offsets of the other side. */
function widest(start: number, end: number, one: Offsets, other: Offsets): [number, number] {
  const first = one.lastStartedBy(start);
  const last = one.lastStartedBy(end - 1);
  const from = start < one.end(first) ? other.start(first) : start + shiftAfter(first, one, other);
  const to = end - 1 < one.end(last) ? other.end(last) : end + shiftAfter(last, one, other);
  return [from, Math.max(from, to)];
}

const shiftAfter = (at: number, one: Offsets, other: Offsets): number => other.end(at) - one.end(at);

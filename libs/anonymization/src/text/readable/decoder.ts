import { matchesOf, type TimeSlice } from '@app/common';

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

/** A decoded text, and the edits that lead to it. */
interface Decoded {
  text: string;
  edits: Edits;
}

/** Decodes a text with one decoder. Returns `undefined` if nothing changed. */
export async function decode(decoder: Decoder, text: string, slice: TimeSlice): Promise<Decoded | undefined> {
  const rewriting = new Rewriting(decoder, text);
  for (const match of matchesOf(decoder.pattern, text)) {
    rewriting.replace(match);
    if (slice.isOver) await slice.next();
  }
  return rewriting.result();
}

/** Like `decode`, without yielding, for a single value. */
export function decodeValue(decoder: Decoder, value: string): Decoded | undefined {
  const rewriting = new Rewriting(decoder, value);
  for (const match of matchesOf(decoder.pattern, value)) rewriting.replace(match);
  return rewriting.result();
}

/** A text in which the matches of a decoder are replaced, from left to right. */
class Rewriting {
  private edits?: Edits;
  private readonly chunks: string[] = [];
  private pieces: string[] = [];
  private copied = 0;
  private length = 0;

  constructor(
    private readonly decoder: Decoder,
    private readonly text: string,
  ) {}

  replace(match: RegExpExecArray): void {
    const { text, copied } = this;
    const { lead = 0, read } = this.decoder;
    const start = Math.max(copied, match.index - lead);
    const end = match.index + match[0].length;
    const meant = read(match, text);
    if (meant === undefined || meant === text.slice(start, end)) return;
    this.length += start - copied;
    this.edits ??= new Edits();
    this.edits.add(start, end, this.length, this.length + meant.length);
    this.pieces.push(text.slice(copied, start), meant);
    this.copied = end;
    this.length += meant.length;
    if (this.pieces.length < PIECES) return;
    this.chunks.push(this.pieces.join(''));
    this.pieces = [];
  }

  result(): Decoded | undefined {
    const { edits, text } = this;
    return edits && { text: [...this.chunks, ...this.pieces, text.slice(this.copied)].join(''), edits };
  }
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

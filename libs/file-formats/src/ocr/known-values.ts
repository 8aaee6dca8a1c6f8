import { SplitValues, type Piece } from './split-values';
import { squeeze, type Squeezed } from './squeezed';

/** A known value in a text. */
export interface Occurrence {
  /** The first and the last character */
  first: number;
  last: number;
  /** What replaces the whole value; undefined for a piece of one */
  replacement?: string;
}

const WORD = /[\p{L}\p{N}]/u;
/** The shortest piece of a value that is searched at the edge of a line, and its share of the value. */
const SHORTEST_PIECE = 6;
const SMALLEST_SHARE = 0.6;
/** The shortest value that is also found with a wrong letter, where texts are read by OCR. */
const SHORTEST_MISREAD = 6;
/** A value of this length is also found with two wrong letters. */
const LONG = 12;

/** The values that are hidden in a file, to find every further occurrence of them. */
export class KnownValues {
  private readonly values = new Map<string, { squeezed: Squeezed; replacement: string }>();
  private lengths: number[] = [];
  private split: SplitValues | undefined;

  get isEmpty(): boolean {
    return this.values.size === 0;
  }

  add(value: string, replacement: string): void {
    const squeezed = squeeze([...value]);
    const { text } = squeezed;
    if (!WORD.test(text) || this.values.has(text)) return;
    this.values.set(text, { squeezed, replacement });
    this.split = undefined;
    this.lengths = [...new Set([...this.lengths, text.length])].sort((a, b) => b - a);
  }

  /** Finds values as whole words. */
  find({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (!edges[at]) continue;
      const length = this.lengths.find(
        (length) => edges[at + length] === true && this.values.has(text.slice(at, at + length)),
      );
      if (length === undefined) continue;
      const { replacement } = this.values.get(text.slice(at, at + length))!;
      found.push({ first: from[at]!, last: from[at + length - 1]!, replacement });
      at += length - 1;
    }
    return found;
  }

  /** Finds values with a letter that is wrong, missing or too much, or two of a long value, as OCR reads them. */
  findMisread({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    const starts = [...edges.keys()].filter((at) => edges[at] && at < text.length);
    for (const [value, { replacement }] of this.values) {
      if (value.length < SHORTEST_MISREAD) continue;
      const most = value.length < LONG ? 1 : 2;
      for (const at of starts)
        for (let length = value.length - most; length <= value.length + most; length += 1)
          if (edges[at + length] === true && isMisread(value, text.slice(at, at + length), most))
            found.push({ first: from[at]!, last: from[at + length - 1]!, replacement });
    }
    return found;
  }

  /** Finds the beginning of a value at the end of a line, and the end of one at its beginning. */
  findPieces({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    for (const value of this.values.keys()) {
      const least = Math.max(SHORTEST_PIECE, Math.ceil(value.length * SMALLEST_SHARE));
      for (let length = Math.min(value.length - 1, text.length); length >= least; length -= 1) {
        const start = text.length - length;
        if (edges[start] && text.endsWith(value.slice(0, length)))
          found.push({ first: from[start]!, last: from.at(-1)! });
        if (edges[length] && text.startsWith(value.slice(-length)))
          found.push({ first: from[0]!, last: from[length - 1]! });
      }
    }
    return found;
  }

  /** Finds values that are split over several lines, in any order of these lines. */
  findSplit(lines: readonly Squeezed[]): Piece[] {
    this.split ??= new SplitValues([...this.values.values()].map(({ squeezed }) => squeezed));
    return this.split.find(lines);
  }

  /** Returns a text in which every value is replaced. */
  replaceIn(text: string): string {
    const characters = [...text];
    let written = '';
    let at = 0;
    for (const { first, last, replacement } of this.find(squeeze(characters))) {
      written += characters.slice(at, first).join('') + replacement;
      at = last + 1;
    }
    return written + characters.slice(at).join('');
  }
}

/** Returns whether two words differ by at most `most` letters (Levenshtein). */
function isMisread(value: string, read: string, most: number): boolean {
  // Most of the words have neither end in common, and need no more work.
  if (value[0] !== read[0] && value.at(-1) !== read.at(-1)) return false;
  let before = Array.from({ length: read.length + 1 }, (_, i) => i);
  for (let i = 1; i <= value.length; i += 1) {
    const row = [i];
    for (let k = 1; k <= read.length; k += 1) {
      const changed = before[k - 1]! + (value[i - 1] === read[k - 1] ? 0 : 1);
      row.push(Math.min(changed, before[k]! + 1, row[k - 1]! + 1));
    }
    if (Math.min(...row) > most) return false;
    before = row;
  }
  return before.at(-1)! <= most;
}

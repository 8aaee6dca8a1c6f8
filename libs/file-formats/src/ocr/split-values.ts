import type { Squeezed } from './squeezed';

/** A piece of a value in a line: its first and its last character. */
export interface Piece {
  line: number;
  first: number;
  last: number;
}

/** Where a piece of a value is: from `start` to `end` of a line. */
interface Place {
  line: number;
  start: number;
  end: number;
}

/** A beginning or an end of a value. */
interface Cut {
  value: string;
  /** Where the value is cut, in code units */
  at: number;
}

/** A place that has the beginning or the end of a value. */
interface Found {
  at: number;
  place: Place;
}

/** The shortest piece of a value that is cut within a word: writers hyphenate no shorter one. */
const SHORTEST_IN_WORD = 2;
/** The shortest longer piece of a value that is cut between two words. */
const SHORTEST_OF_WORDS = 3;
/** The shortest whole line within a value, by how many of its ends are ends of words. In words, short lines are words by chance. */
const SHORTEST_MIDDLE = [5, 2, 1] as const;
/** The longest marks at the edge of a line: its number, the sign of a list or a quotation. */
const MOST_MARKS = 6;
/** Marks: numbers, signs and at most one letter. */
const MARKS = /^\P{L}*(?:\p{L}\P{L}*)?$/u;

/**
 * Finds values that begin at the end of one line, go on in any number of whole lines, and end at the beginning of
 * another line, wherever these lines are: each reader joins lines of columns and notes in another order.
 */
export class SplitValues {
  private readonly beginnings = new Map<string, Cut[]>();
  private readonly ends = new Map<string, Cut[]>();
  private readonly values = new Map<string, Squeezed>();
  private longest = 0;

  constructor(values: Iterable<Squeezed>) {
    for (const value of values) {
      const { text, edges } = value;
      this.values.set(text, value);
      this.longest = Math.max(this.longest, text.length);
      for (let at = 1; at < text.length; at += 1) {
        if (!isCut(at, text.length - at, edges[at] === true)) continue;
        add(this.beginnings, text.slice(0, at), { value: text, at });
        add(this.ends, text.slice(at), { value: text, at });
      }
    }
  }

  /** Returns the pieces of each value, if every piece of it is in one of the lines. */
  find(lines: readonly Squeezed[]): Piece[] {
    const begun = new Map<string, Found[]>();
    const ended = new Map<string, Found[]>();
    const lineStarts = lines.map((line) => startsOf(line));
    const lineEnds = lines.map((line) => endsOf(line));
    for (const [line, { text, edges }] of lines.entries()) {
      const look = (cuts: ReadonlyMap<string, Cut[]>, into: Map<string, Found[]>, place: Place): void => {
        for (const { value, at } of cuts.get(text.slice(place.start, place.end)) ?? [])
          add(into, value, { at, place });
      };
      for (const end of lineEnds[line]!)
        for (let start = Math.max(0, end - this.longest); start < end; start += 1)
          if (edges[start]) look(this.beginnings, begun, { line, start, end });
      for (const start of lineStarts[line]!)
        for (let end = Math.min(text.length, start + this.longest); end > start; end -= 1)
          if (edges[end]) look(this.ends, ended, { line, start, end });
    }
    const places = [...begun].flatMap(([value, beginnings]) => {
      const ends = ended.get(value);
      if (!ends) return [];
      return chained(beginnings, ends, middlesOf(this.values.get(value)!, lines, lineStarts, lineEnds));
    });
    return places.map(({ line, start, end }) => {
      const { from } = lines[line]!;
      return { line, first: from[start]!, last: from[end - 1]! };
    });
  }
}

const isCut = (before: number, after: number, isBetweenWords: boolean): boolean =>
  isBetweenWords ? Math.max(before, after) >= SHORTEST_OF_WORDS : Math.min(before, after) >= SHORTEST_IN_WORD;

/** Returns where a line may start: before and after its marks. */
function startsOf({ text, edges }: Squeezed): number[] {
  const starts = [0];
  for (let at = 1; at <= MOST_MARKS && at < text.length; at += 1)
    if (edges[at] && MARKS.test(text.slice(0, at))) starts.push(at);
  return starts;
}

function endsOf({ text, edges }: Squeezed): number[] {
  const ends = [text.length];
  for (let at = text.length - 1; at >= text.length - MOST_MARKS && at > 0; at -= 1)
    if (edges[at] && MARKS.test(text.slice(at))) ends.push(at);
  return ends;
}

/** Returns the whole lines that are within a value, in its order. */
function middlesOf(
  { text: value, edges }: Squeezed,
  lines: readonly Squeezed[],
  lineStarts: readonly number[][],
  lineEnds: readonly number[][],
): { from: number; to: number; place: Place }[] {
  const middles: { from: number; to: number; place: Place }[] = [];
  for (const [line, { text }] of lines.entries())
    for (const start of lineStarts[line]!)
      for (const end of lineEnds[line]!) {
        const length = end - start;
        if (length <= 0 || length > value.length - 2) continue;
        const piece = text.slice(start, end);
        for (let from = value.indexOf(piece, 1); from > 0; from = value.indexOf(piece, from + 1)) {
          const to = from + length;
          const shortest = SHORTEST_MIDDLE[(edges[from] ? 1 : 0) + (edges[to] ? 1 : 0)]!;
          if (length >= shortest && to < value.length)
            middles.push({ from, to, place: { line, start, end } });
        }
      }
  return middles.sort((a, b) => a.from - b.from);
}

/** Returns the pieces that are part of a whole value. */
function chained(
  beginnings: readonly Found[],
  ends: readonly Found[],
  middles: readonly { from: number; to: number; place: Place }[],
): Place[] {
  const reached = new Set(beginnings.map(({ at }) => at));
  for (const { from, to } of middles) if (reached.has(from)) reached.add(to);
  const goesOn = new Set(ends.map(({ at }) => at));
  for (const { from, to } of middles.toReversed()) if (goesOn.has(to)) goesOn.add(from);
  return [
    ...beginnings.filter(({ at }) => goesOn.has(at)),
    ...middles.filter(({ from, to }) => reached.has(from) && goesOn.has(to)),
    ...ends.filter(({ at }) => reached.has(at)),
  ].map(({ place }) => place);
}

function add<T>(to: Map<string, T[]>, key: string, value: T): void {
  const list = to.get(key);
  if (list) list.push(value);
  else to.set(key, [value]);
}

import type { TimeSlice } from '@app/common';
import type { Span } from '../../text/spans/span';
import { ValueLimit } from '../../text/spans/value-limit';
import { characterStart, splitsWord } from '../../text/words';
import { type Phrase, termSpan } from './term';

/** The number of positions of a text after which the search yields. A position takes about 100 ns. */
const STRIDE = 256;
/** The number of characters that are lowered at a time. Unusual ones take a microsecond each. */
const LOWERED = 4_096;

/** A code unit of phrases, and those that may follow it. */
interface Node {
  next: Map<string, Node>;
  end?: { phrase: string; label?: string };
}

/** Finds phrases as they are written, character by character, in one pass from each position of a text. */
export class LiteralFinder {
  private readonly exact: Node = { next: new Map() };
  private readonly anyCase: Node = { next: new Map() };

  add({ phrase, exactCase, label }: Phrase): void {
    const written = exactCase ? phrase : lower(phrase);
    let node = exactCase ? this.exact : this.anyCase;
    for (const unit of written.split('')) {
      let next = node.next.get(unit);
      if (!next) node.next.set(unit, (next = { next: new Map() }));
      node = next;
    }
    node.end ??= { phrase: written, ...(label !== undefined && { label }) };
  }

  /** Returns the phrases in order of appearance, the case-sensitive ones first. @throws TooManyValues */
  async find(text: string, slice: TimeSlice): Promise<Span[]> {
    const spans: Span[] = [];
    if (this.exact.next.size > 0) await walk(this.exact, text, spans, slice);
    if (this.anyCase.next.size > 0) await walk(this.anyCase, await lowerAll(text, slice), spans, slice);
    return spans;
  }
}

/** Finds the longest phrase at each position. */
async function walk(root: Node, text: string, spans: Span[], slice: TimeSlice): Promise<void> {
  const limit = new ValueLimit();
  for (let start = 0; start < text.length; start += 1) {
    let node: Node | undefined = root;
    let found: Span | undefined;
    for (let at = start; node; at += 1) {
      if (node.end && !splitsWord(text, start) && !splitsWord(text, at))
        found = termSpan(start, at, node.end.phrase, node.end.label);
      node = node.next.get(text.charAt(at));
    }
    if (found) {
      limit.add(1);
      spans.push(found);
    }
    if (start % STRIDE === 0 && slice.isOver) await slice.next();
  }
}

/** Like {@link lower}, for a text of any length. */
async function lowerAll(text: string, slice: TimeSlice): Promise<string> {
  let lowered = '';
  for (let start = 0; start < text.length; start = lowered.length) {
    lowered += lower(text.slice(start, characterStart(text, start + LOWERED)));
    if (slice.isOver) await slice.next();
  }
  return lowered;
}

/**
 * Returns the text in lower case with the same length. A few letters with lower-case forms of another length stay unchanged.
 * The sigma has one form, because a part of a text cannot show where its last word ends.
 */
function lower(text: string): string {
  const whole = text.toLowerCase().replaceAll('ς', 'σ');
  if (whole.length === text.length) return whole;
  return text
    .split('')
    .map((unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
    .join('');
}

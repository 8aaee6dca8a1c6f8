import type { TimeSlice } from '@app/common';
import type { People } from '../entities/people';
import { fold } from '../../lexicon/fold';
import type { ReadableText } from '../../text/readable/readable-text';
import { readingsIn } from '../restoring/read-everything';
import type { ReplacementIndex } from '../restoring/replacement-index';
import { hull, lengthOf, overlaps, without } from '../../text/spans/ranges';
import { rulesOf, type Span } from '../../text/spans/span';
import { mergeSpans } from '../../text/spans/unite-spans';
import { splitsWord, wordsOf } from '../../text/words';
import type { EntityFinder, ReadInput } from './entity-finder';
import type { KnownValues } from './known-values';

/** A span to hide. A `literal` span is hidden only because it looks like a replacement. */
export interface HiddenSpan extends Span {
  literal: boolean;
  /** Whether it gets a placeholder in either style, because a surrogate would be misread there */
  plain?: boolean;
}

interface WhatIsKnown {
  known: KnownValues;
  /** The table's replacements before this request */
  before: ReplacementIndex;
  people: People;
  finder: EntityFinder;
}

/**
 * Returns the spans that a text must hide: chosen findings, known values, addresses with a known name
 * (contract: Anonymizing and restoring, rule 4), and in foreign texts everything that looks like a replacement of the
 * table (rule 5).
 */
export async function spansToHide(
  input: ReadInput,
  { known, before, people, finder }: WhatIsKnown,
  slice: TimeSlice,
): Promise<HiddenSpan[]> {
  const { text, readable, spans, choices, origin = 'foreign', madeUp = [] } = input;
  const readings: Span[] = [];
  for (const { start, end, type } of await readingsIn(text, before, slice)) {
    readings.push({ start, end, type });
    if (slice.isOver) await slice.next();
  }
  const meant: Span[] = [];
  const wordsAsRead = new WholeWords(readable.text);
  for (const span of spans) {
    const isMeant =
      choices.includes(span.type) ||
      span.mode !== undefined ||
      finder.knows(span) ||
      holdsKnownName(input, span, people);
    if (isMeant) meant.push(await wholeWordsAsRead(readable, wordsAsRead, span, slice));
    if (slice.isOver) await slice.next();
  }
  for (const span of await known.find(text, slice)) {
    meant.push(await wholeWordsAsRead(readable, wordsAsRead, span, slice));
    if (slice.isOver) await slice.next();
  }
  for (const span of readable.isPlain ? [] : await known.find(readable.text, slice)) {
    meant.push(await wholeWordsAsRead(readable, wordsAsRead, readable.toWritten(span), slice));
    if (slice.isOver) await slice.next();
  }
  if (origin === 'own') {
    const isMadeUp = (span: Span): boolean => madeUp.some((other) => overlaps(span, other));
    const standing = mergeSpans(readings.filter((reading) => !isMadeUp(reading)));
    const values = meant.flatMap((span) => outside(text, span, standing));
    return mergeSpans([...values, ...madeUp]).map((span) => ({ ...span, literal: isMadeUp(span) }));
  }
  const planted: Span[] = [];
  const words = new WholeWords(text);
  for (const span of readings) {
    planted.push(await words.around(span, slice));
    if (slice.isOver) await slice.next();
  }
  const values = new Map<number, number>();
  for (const { start, end } of mergeSpans(meant)) {
    values.set(start, end);
    if (slice.isOver) await slice.next();
  }
  const hidden: HiddenSpan[] = [];
  for (const span of mergeSpans([...meant, ...planted])) {
    hidden.push({ ...span, literal: values.get(span.start) !== span.end });
    if (slice.isOver) await slice.next();
  }
  return hidden;
}

/** Returns whether an address that was not chosen contains a part of a known name. */
function holdsKnownName({ readable }: ReadInput, { start, end, type }: Span, people: People): boolean {
  if (type !== 'Emails') return false;
  const address = readable.slice(start, end);
  for (const word of wordsOf(address)) if (people.bears(fold(word.text))) return true;
  return people.bearsWithin(fold(address));
}

/** Returns the pieces of a span that no replacement covers, if they contain any word. */
function outside(text: string, span: Span, standing: readonly Span[]): Span[] {
  const pieces = without(span, standing);
  if (pieces[0] === span) return pieces;
  return pieces
    .map((piece) => trim(text, { start: piece.start, end: piece.end, ...rulesOf(piece) }))
    .filter((piece) => lengthOf(piece) > 0);
}

function trim(text: string, piece: Span): Span {
  const words = [...wordsOf(text.slice(piece.start, piece.end))];
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return { ...piece, end: piece.start };
  return { ...piece, start: piece.start + first.start, end: piece.start + last.end };
}

/** The number of characters of one word between two steps: a text of 16 MiB can be one word. */
const WORD_STRIDE = 4_096;

/**
 * Widens spans to whole words. A value must not end inside a word, because the rest of the word could be read together with
 * its replacement. Many spans in one long word need one pass over it, if no other span is in between.
 */
export class WholeWords {
  /** The latest word; empty at first */
  private word = { start: 0, end: 0 };

  constructor(private readonly text: string) {}

  async around(span: Span, slice: TimeSlice): Promise<Span> {
    const { start } = await this.wordAt(span.start, slice);
    const { end } = await this.wordAt(span.end, slice);
    return start === span.start && end === span.end ? span : { start, end, ...rulesOf(span) };
  }

  private async wordAt(index: number, slice: TimeSlice): Promise<{ start: number; end: number }> {
    if (this.word.start < index && index < this.word.end) return this.word;
    if (!splitsWord(this.text, index)) return { start: index, end: index };
    let [start, end] = [index - 1, index + 1];
    for (; splitsWord(this.text, start); start -= 1)
      if (start % WORD_STRIDE === 0 && slice.isOver) await slice.next();
    for (; splitsWord(this.text, end); end += 1)
      if (end % WORD_STRIDE === 0 && slice.isOver) await slice.next();
    this.word = { start, end };
    return this.word;
  }
}

/** Widens to the words that a reader sees: the `20` of `%20Anna` belongs to none. */
async function wholeWordsAsRead(
  readable: ReadableText,
  words: WholeWords,
  span: Span,
  slice: TimeSlice,
): Promise<Span> {
  const read = readable.toReadable(span);
  const whole = await words.around(read, slice);
  if (whole.start === read.start && whole.end === read.end) return span;
  const { start, end } = hull(span, readable.toWritten(whole));
  return { start, end, ...rulesOf(span) };
}

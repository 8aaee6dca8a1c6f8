import type { Change, Span } from '@app/anonymization';
import { TimeSlice } from '@app/common';
import { changesOfLines, type FileText, type Rewriting, type TextChange } from '@app/file-formats';

/**
 * A text that is hidden as one: a paragraph, a cell, or the lines of one running text, joined by line ends. A value never goes
 * beyond its unit, because what replaces it must stand in one place of the file.
 */
export interface TextUnit {
  part: string;
  text: string;
  /** The lengths of the texts that it consists of, in the order of the file */
  lengths: readonly number[];
  /** Whether programs read all of it as one address or one formula */
  isAddress?: true;
}

/** Units that are searched together, because a value is often recognized by what stands beside it. */
export interface SearchedBlock {
  text: string;
  /** Where each of its units begins in `text` */
  starts: readonly number[];
}

/** Above this length a block ends at the next paragraph, in UTF-16 code units. */
const LONG_BLOCK = 50_000;

/** Returns the units of a file in its order. */
export async function unitsOf(texts: readonly FileText[], slice: TimeSlice): Promise<TextUnit[]> {
  const units: { part: string; lines: string[]; isAddress?: true }[] = [];
  for (const { part, text, joins, isAddress } of texts) {
    const last = units.at(-1);
    if (joins === 'line' && last?.part === part) last.lines.push(text);
    else units.push({ part, lines: [text], ...(isAddress && { isAddress }) });
    if (slice.isOver) await slice.next();
  }
  return units.map(({ lines, ...unit }) => ({
    ...unit,
    text: lines.join('\n'),
    lengths: lines.map(({ length }) => length),
  }));
}

/** Returns the blocks of a file: cells of a row are joined by tabs, rows and paragraphs by line ends. */
export async function blocksOf(
  texts: readonly FileText[],
  units: readonly TextUnit[],
  slice: TimeSlice,
): Promise<SearchedBlock[]> {
  const blocks: { pieces: string[]; length: number; starts: number[] }[] = [];
  let first = 0;
  let part: string | undefined;
  for (const unit of units) {
    const isCell = texts[first]?.joins === 'cell';
    first += unit.lengths.length;
    let block = blocks.at(-1);
    if (!block || (!isCell && block.length > LONG_BLOCK)) {
      block = { pieces: [], length: 0, starts: [] };
      blocks.push(block);
    } else {
      const between = isCell ? '\t' : unit.part === part ? '\n' : '\n\n';
      block.pieces.push(between);
      block.length += between.length;
    }
    block.starts.push(block.length);
    block.pieces.push(unit.text);
    block.length += unit.text.length;
    part = unit.part;
    if (slice.isOver) await slice.next();
  }
  return blocks.map(({ pieces, starts }) => ({ text: pieces.join(''), starts }));
}

/** Returns the spans of each unit. A span over several units becomes one in each. */
export async function spansOfUnits(
  units: readonly TextUnit[],
  blocks: readonly SearchedBlock[],
  found: readonly (readonly Span[])[],
  slice: TimeSlice,
): Promise<Span[][]> {
  const spans: Span[][] = units.map(() => []);
  let firstUnit = 0;
  for (const [block, { starts }] of blocks.entries()) {
    for (const span of found[block]!) {
      for (let i = unitAt(starts, span.start); i < starts.length && starts[i]! < span.end; i += 1) {
        const piece = within(span, starts[i]!, units[firstUnit + i]!.text);
        if (piece) spans[firstUnit + i]!.push(piece);
      }
      if (slice.isOver) await slice.next();
    }
    firstUnit += starts.length;
  }
  return spans;
}

/** Returns the changes of each text, in the order of the file. */
export async function changesOf(
  units: readonly TextUnit[],
  changes: readonly (readonly Change[])[],
  slice: TimeSlice,
): Promise<Rewriting['changes']> {
  const ofTexts: { length: number; of: TextChange[] }[] = [];
  for (const [i, { lengths }] of units.entries()) {
    ofTexts.push(...changesOfLines(lengths, changes[i]!));
    if (slice.isOver) await slice.next();
  }
  return ofTexts;
}

/** Returns the index of the last unit that begins at `offset` or before it. */
function unitAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the piece of a span within a text that begins at `from`, without blanks at its ends. */
function within(span: Span, from: number, text: string): Span | undefined {
  const start = Math.max(span.start - from, 0);
  const end = Math.min(span.end - from, text.length);
  if (start === span.start - from && end === span.end - from) return { ...span, start, end };
  const piece = text.slice(start, Math.max(start, end));
  const trimmed = piece.trim();
  if (trimmed === '') return undefined;
  const at = start + piece.indexOf(trimmed);
  const { canonical: _, ...rest } = span;
  return { ...rest, start: at, end: at + trimmed.length };
}

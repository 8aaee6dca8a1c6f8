import { matchesOf } from '@app/common';
import type { Pieces } from './tokenizer';

/** A word of the text and the piece that carries its tag; UTF-16 offsets. */
export interface TaggedWord {
  start: number;
  end: number;
  piece: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\p{White_Space}]/gu;

/** The words that the model tags: runs of letters and digits, and every other visible character by itself. */
export function findWords(text: string): { start: number; end: number }[] {
  return [...matchesOf(WORD, text)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** Each word with the first piece that covers its first character; words of which normalization left nothing are absent. */
export function tagWords(text: string, { starts, ends }: Pieces): TaggedWord[] {
  let piece = 0;
  return findWords(text).flatMap(({ start, end }) => {
    while (piece < ends.length && (ends[piece] ?? 0) <= start) piece += 1;
    return piece < starts.length && (starts[piece] ?? 0) <= start ? [{ start, end, piece }] : [];
  });
}

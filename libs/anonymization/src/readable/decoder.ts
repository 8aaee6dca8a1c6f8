import { matchesOf } from '@app/common';
import type { Steps } from '../steps';
import { Edits } from './edits';

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
  const edits = new Edits();
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
  return edits.isEmpty ? undefined : { text: [...chunks, ...pieces, text.slice(copied)].join(''), edits };
}

import { matchesOf } from '@app/common';
import type { Steps } from '../steps';
import { Edits } from './edits';

/** Undoes one way of writing values otherwise. */
export interface Decoder {
  /** Global, bounded, and quick to tell that a text holds none */
  pattern: RegExp;
  /** What a reader sees at that place of `text`; `undefined` where it is to be read as it stands */
  read(match: RegExpExecArray, text: string): string | undefined;
}

/** A long text is put together from pieces of so many pieces, which take less memory. */
const PIECES = 1_000;

/** The text with all that a decoder reads otherwise, and where; `undefined` where that is nothing. */
export function* decoding(
  { pattern, read }: Decoder,
  text: string,
): Steps<{ text: string; edits: Edits } | undefined> {
  const edits = new Edits();
  const chunks: string[] = [];
  let pieces: string[] = [];
  let copied = 0;
  let length = 0;
  for (const match of matchesOf(pattern, text)) {
    const [written] = match;
    const meant = read(match, text);
    if (meant !== undefined && meant !== written) {
      length += match.index - copied;
      edits.add(match.index, match.index + written.length, length, length + meant.length);
      pieces.push(text.slice(copied, match.index), meant);
      copied = match.index + written.length;
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

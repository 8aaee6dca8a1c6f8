import { linesOf } from '@app/common';

/** A line is longer than a reader allows. */
export class LongLine extends Error {}

/**
 * Yields the lines of a file, each with its number from 1. Blank lines are left out.
 *
 * @throws LongLine; TypeError if the file is not UTF-8
 */
export async function* numberedLines(
  source: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<{ number: number; line: string }> {
  let number = 0;
  for await (const line of linesOf(shortLines(source, mostBytes))) {
    number += 1;
    if (line.trim() !== '') yield { number, line };
  }
}

const LINE_END = 0x0a;

/** Passes pieces on. Stops at a line that is too long, before it is in memory as a whole. */
async function* shortLines(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(LINE_END, at);
      length += (end < 0 ? piece.length : end) - at;
      if (length > most) throw new LongLine(`A line has more than ${most} bytes`);
      if (end < 0) break;
      length = 0;
      at = end + 1;
    }
    yield piece;
  }
}

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
  for await (const line of linesOf(shortLines(source, mostBytes, 'refused'))) {
    number += 1;
    if (line.trim() !== '') yield { number, line };
  }
}

/** Yields the lines of a file, whatever it contains. A line that is too long is cut off, so that it is no JSON. */
export const shortLinesOf = (source: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string> =>
  linesOf(shortLines(source, mostBytes, 'cut'), 'replaced');

const LINE_END = 0x0a;

/** Passes pieces on, up to where a line is too long, so that it is never in memory as a whole. */
async function* shortLines(
  source: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: 'refused' | 'cut',
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of source) {
    let from = 0;
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(LINE_END, at);
      const until = end < 0 ? piece.length : end;
      const room = most - length;
      length += until - at;
      if (length > most) {
        if (tooLong === 'refused') throw new LongLine(`A line has more than ${most} bytes`);
        yield piece.subarray(from, at + Math.max(room, 0));
        from = until;
      }
      if (end >= 0) length = 0;
      at = until + 1;
    }
    yield piece.subarray(from);
  }
}

import { array, assert, asyncProperty, integer, string } from 'fast-check';
import { linesOf } from './lines-of';

async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const length of lengths) yield bytes.subarray(at, (at += length));
  yield bytes.subarray(at);
}

async function read(source: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(source)) lines.push(line);
  return lines;
}

const line = () => string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));

describe('linesOf', () => {
  it('yields the same lines however the text was cut, even within a character', async () => {
    const property = asyncProperty(array(line()), array(integer({ min: 0, max: 7 })), async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      expect(await read(inPieces(bytes, cuts))).toEqual(lines);
    });
    await assert(property);
  });

  it('yields a last line without a line end', async () => {
    expect(await read(inPieces(Buffer.from('a\n\nb'), [1]))).toEqual(['a', '', 'b']);
  });

  it('fails if its source fails, and if the text ends within a character', async () => {
    const broken = async function* () {
      yield Buffer.from('a\nb');
      throw new Error('the disk is gone');
    };
    await expect(read(broken())).rejects.toThrow('the disk is gone');
    await expect(read(inPieces(Buffer.from('ä').subarray(0, 1), []))).rejects.toThrow();
  });
});

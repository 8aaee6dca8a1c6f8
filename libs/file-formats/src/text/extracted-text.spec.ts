import { array, assert, asyncProperty, nat } from 'fast-check';
import { anyText } from '@app/testing';
import { encodeReport, splitExtractedText } from './extracted-text';

describe('splitExtractedText', () => {
  it('returns every text unchanged, and the report, however the output is divided', async () => {
    await assert(
      asyncProperty(anyText(), array(nat(200)), nat(), async (text, cuts, pagesReadByOcr) => {
        const wellFormed = text.toWellFormed();
        const output = Buffer.concat([Buffer.from(wellFormed), encodeReport({ pagesReadByOcr })]);
        const ends = [...new Set([0, ...cuts.filter((cut) => cut < output.length), output.length])];
        ends.sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, i) => output.subarray(ends[i], end));
        let report: unknown;
        const read: Buffer[] = [];
        for await (const piece of splitExtractedText(streamOf(pieces), (given) => (report = given)))
          read.push(piece);
        expect(Buffer.concat(read).toString()).toBe(wellFormed);
        expect(report).toEqual({ pagesReadByOcr });
      }),
    );
  });
});

async function* streamOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Size and hash with which a file of a backup is verified. */
export interface Measure {
  bytes: number;
  sha256: string;
}

/** Of a compressed file of lines. */
export interface Lines extends Measure {
  lines: number;
}

export type Source = Readable | AsyncIterable<Buffer | string>;
type Write = (content: Readable) => Promise<void>;

/** Most content is ciphertext in hexadecimal, for which a higher level is slow and gains little. */
const LEVEL = { level: 1 };

/** Measures what `write` receives. */
export async function writeMeasured(content: Source, write: Write): Promise<Measure> {
  const meter = new Meter();
  await pipeline(content, meter.pass, into(write));
  return meter.measure();
}

/** Compresses lines for `write`, and counts them. */
export async function writeLines(content: Source, write: Write): Promise<Lines> {
  const [meter, counter] = [new Meter(), new LineCounter()];
  await pipeline(content, counter.pass, createGzip(LEVEL), meter.pass, into(write));
  return { ...meter.measure(), lines: counter.lines };
}

/** @throws the error of `content` */
export async function measure(content: Readable): Promise<Measure> {
  const meter = new Meter();
  await pipeline(content, meter.pass, drain);
  return meter.measure();
}

/** @throws the error of `content`; Error if it is not a complete compressed file */
export async function measureLines(content: Readable): Promise<Lines> {
  const [meter, counter] = [new Meter(), new LineCounter()];
  await pipeline(content, meter.pass, createGunzip(), counter.pass, drain);
  return { ...meter.measure(), lines: counter.lines };
}

const into = (write: Write) => (content: AsyncIterable<Buffer>) =>
  write(Readable.from(content, { objectMode: false }));

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

/** Measures the bytes of a stream. */
class Meter {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  readonly pass = async function* (this: Meter, source: AsyncIterable<Buffer | string>) {
    for await (const chunk of source) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.hash.update(bytes);
      this.bytes += bytes.length;
      yield bytes;
    }
  }.bind(this);

  measure(): Measure {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

const LINE_FEED = 10;

/** Counts the line ends of a stream. In COPY's text format a row is a line, because line ends in values are escaped. */
class LineCounter {
  lines = 0;

  readonly pass = async function* (this: LineCounter, source: AsyncIterable<Buffer | string>) {
    for await (const chunk of source) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.lines += 1;
      yield bytes;
    }
  }.bind(this);
}

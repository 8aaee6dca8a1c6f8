import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Size and hash with which a file of a backup is verified. */
export interface Measure {
  bytes: number;
  sha256: string;
}

type Source = Readable | AsyncIterable<Buffer | string>;

/** Most content is ciphertext in hexadecimal, for which a higher level is slow and gains little. */
const LEVEL = { level: 1 };

/**
 * Writes a new file that only its owner can read, and syncs it to disk.
 *
 * @throws Error if it exists
 */
export async function writeMeasured(path: string, content: Source): Promise<Measure> {
  const meter = new Meter();
  await pipeline(content, meter.pass, await newFile(path));
  return meter.measure();
}

/** Writes lines to a new compressed file and counts them. */
export async function writeLines(path: string, content: Source): Promise<Measure & { lines: number }> {
  const [meter, counter] = [new Meter(), new LineCounter()];
  await pipeline(content, counter.pass, createGzip(LEVEL), meter.pass, await newFile(path));
  return { ...meter.measure(), lines: counter.lines };
}

/** @throws Error if it cannot be read */
export async function measure(path: string): Promise<Measure> {
  const meter = new Meter();
  await pipeline(createReadStream(path), meter.pass, drain);
  return meter.measure();
}

/** @throws Error if it cannot be read, or is not a complete compressed file */
export async function measureLines(path: string): Promise<Measure & { lines: number }> {
  const [meter, counter] = [new Meter(), new LineCounter()];
  await pipeline(createReadStream(path), meter.pass, createGunzip(), counter.pass, drain);
  return { ...meter.measure(), lines: counter.lines };
}

async function newFile(path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}

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

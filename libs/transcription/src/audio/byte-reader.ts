import type { Readable } from 'node:stream';

/** Reads a stream by numbers of bytes, and buffers only the requested bytes. */
export class ByteReader {
  /** The number of bytes taken and skipped so far. */
  position = 0;
  private readonly chunks: AsyncIterator<Buffer>;
  private pending: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns the next `count` bytes, or fewer at the end of the stream, without taking them. */
  async peek(count: number): Promise<Buffer> {
    while (this.pending.length < count) {
      const { done, value } = await this.chunks.next();
      if (done) break;
      this.pending = Buffer.concat([this.pending, value]);
    }
    return this.pending.subarray(0, count);
  }

  /** Takes the next `count` bytes, or fewer at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0 && (await this.fill());) {
      const part = this.cut(missing);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  /** @returns whether the stream had `count` more bytes */
  async skip(count: number): Promise<boolean> {
    let missing = count;
    while (missing > 0 && (await this.fill())) missing -= this.cut(missing).length;
    return missing <= 0;
  }

  async skipToEnd(): Promise<void> {
    await this.skip(Number.POSITIVE_INFINITY);
  }

  private cut(most: number): Buffer {
    const part = this.pending.subarray(0, most);
    this.pending = this.pending.subarray(part.length);
    this.position += part.length;
    return part;
  }

  private async fill(): Promise<boolean> {
    while (this.pending.length === 0) {
      const { done, value } = await this.chunks.next();
      if (done) return false;
      this.pending = value;
    }
    return true;
  }
}

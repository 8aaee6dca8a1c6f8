import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

/**
 * Counts the bytes of a stream and ends it with an error at the limit. Records whether the content itself failed, so
 * that a store can distinguish its own errors.
 */
export class MeasuredContent implements AsyncIterable<Buffer> {
  bytes = 0;
  failure?: { error: unknown };

  constructor(
    private readonly content: Readable,
    private readonly maxBytes = Number.POSITIVE_INFINITY,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.content) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
        this.bytes += bytes.length;
        if (this.bytes > this.maxBytes)
          throw new AppError(
            'too_large',
            `The content is too large: at most ${this.maxBytes} bytes are accepted`,
          );
        yield bytes;
      }
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

import type { Readable } from 'node:stream';

export interface WriteOptions {
  signal?: AbortSignal;
  /** The most that is accepted; more is an AppError `too_large`. */
  maxBytes?: number;
}

/**
 * Files by name, in and out as streams: no process ever holds one whole. Names are made by us from ids
 * (`chats/<id>/<id>`), never from what a caller sent.
 *
 * Every method throws AppError `unavailable` where the store cannot do its work.
 */
export abstract class BlobStore {
  /**
   * Stores `content` under `key`, replacing what was there. It is there whole or not at all: where anything
   * fails, nothing is left behind and `content` is destroyed.
   *
   * @throws whatever `content` fails with, as it is
   */
  abstract write(key: string, content: Readable, options?: WriteOptions): Promise<{ bytes: number }>;

  /** @throws AppError `not_found` */
  abstract read(key: string): Promise<Readable>;

  /** A key without a file is no error. */
  abstract delete(key: string): Promise<void>;

  /** Deletes everything under a folder such as `chats/<id>/`. */
  abstract deletePrefix(prefix: string): Promise<void>;

  /** Deletes what writes have left that began before that time and never ended: their process died. */
  abstract deleteUnfinished(before: Date): Promise<void>;
}

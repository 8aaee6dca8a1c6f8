import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

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

  /**
   * The names of all files, or of those under a folder such as `tombstones/`, in no order. One that comes or goes
   * meanwhile may be among them or not.
   */
  abstract list(folder?: string): AsyncIterable<string>;

  /** Deletes what writes have left that began before that time and never ended: their process died. */
  abstract deleteUnfinished(before: Date): Promise<void>;
}

/** What the store itself failed with stays inside: it may hold paths, bucket names and addresses. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The file store cannot be reached; try again later', {}, { cause });

const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_LENGTH = 512;

/**
 * Keys are made by code from ids: a strange one is a bug, and never reaches a file system.
 *
 * @throws Error where `key` is not segments of letters, digits, `.`, `_` and `-` with slashes between
 */
export function assertBlobKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new Error('Not a name for a stored file');
}

/** @throws Error where `prefix` is not a folder's name with its slash: `chats/1` is also the start of `chats/12` */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error('A prefix of stored files ends with a slash');
  assertBlobKey(prefix.slice(0, -1));
}

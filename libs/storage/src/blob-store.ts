import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

export interface WriteOptions {
  signal?: AbortSignal;
  /** The maximum size; larger content throws AppError `too_large`. */
  maxBytes?: number;
}

/**
 * Stores files by name as streams, without buffering a whole file. Names consist of ids (`chats/<id>/<id>`), never of a
 * caller's text.
 *
 * Every method throws AppError `unavailable` if the store cannot do its work.
 */
export abstract class BlobStore {
  /**
   * Stores `content` under `key`, replacing an existing file. Writes are atomic: if anything fails, nothing is left and
   * `content` is destroyed.
   *
   * @throws the error of `content`, unchanged
   */
  abstract write(key: string, content: Readable, options?: WriteOptions): Promise<{ bytes: number }>;

  /** @throws AppError `not_found` */
  abstract read(key: string): Promise<Readable>;

  /** Deletes a file. A missing file is no error. */
  abstract delete(key: string): Promise<void>;

  /** Deletes all files of a folder such as `chats/<id>/`. */
  abstract deletePrefix(prefix: string): Promise<void>;

  /**
   * Yields the names of all files, or of those of a folder such as `tombstones/`, in no order. A file that is added or
   * removed meanwhile may be included or not.
   */
  abstract list(folder?: string): AsyncIterable<string>;

  /** Deletes what abandoned writes from before that time have left. */
  abstract deleteUnfinished(before: Date): Promise<void>;

  /** Returns the id of the installation that has marked this store; undefined if none has. */
  abstract readMark(): Promise<string | undefined>;

  /** Marks this store as that of an installation. The mark is no file with a key, so no other method finds it. */
  abstract writeMark(id: string): Promise<void>;
}

/** The name of the mark. No key starts with a dot. */
export const MARK = '.installation';

/** Hides the store's own error, because it may contain paths, bucket names and addresses. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The file store cannot be reached; try again later', {}, { cause });

const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_LENGTH = 512;

/**
 * Checks a key. Keys are built from ids, so an invalid one is a bug and must not reach a file system.
 *
 * @throws Error if `key` is not segments of letters, digits, `.`, `_` and `-` with slashes between
 */
export function assertBlobKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new Error('Not a name for a stored file');
}

/** @throws Error if `prefix` is not a folder's name with its slash: `chats/1` is also the start of `chats/12` */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error('A prefix of stored files must end with a slash');
  assertBlobKey(prefix.slice(0, -1));
}

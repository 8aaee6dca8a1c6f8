import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

/** A folder for backups: on a disk, or in an S3-compatible store. Names have slashes for subfolders. */
export interface Folder {
  /** @throws AppError `bad_request` if it already exists or cannot be created */
  create(): Promise<void>;

  /**
   * Checks early that a file can be created, because failing an hour later would be too late.
   *
   * @throws AppError `bad_request` if it already exists or cannot be created
   */
  reserve(file: string): Promise<void>;

  /** Returns the names of its files and subfolders; none if there is no such folder. */
  names(): Promise<string[]>;

  /** Returns a subfolder. */
  at(name: string): Folder;

  /** Writes a file, which gets its name when it is complete. Buffers only a part of it. */
  write(file: string, content: Readable): Promise<void>;

  /** @throws AppError `not_found` */
  read(file: string): Promise<Readable>;

  /** A missing file is no error. */
  deleteFile(file: string): Promise<void>;

  /** Deletes the folder with everything in it. A missing one is no error. */
  deleteAll(): Promise<void>;
}

export const taken = (cause?: unknown): AppError => {
  const message = 'The folder and the file of keys must be new; these exist or cannot be created';
  return new AppError('bad_request', message, {}, { cause });
};

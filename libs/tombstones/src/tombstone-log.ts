import { Readable } from 'node:stream';
import { linesOf, newId } from '@app/common';
import type { BlobStore } from '@app/storage';
import { fromLine, toLine, type Tombstone } from './tombstone';

const DAY_MS = 24 * 3_600_000;

/**
 * An append-only log of erasures outside the database: files in the blob store, each with a few lines of JSON. Every
 * process reaches that store, S3 cannot append to files, and files that never change can be copied at any time. The log
 * also contains marks, which state that a backup was made with this log.
 */
export class TombstoneLog {
  /** The folder in the blob store, with a subfolder for each day (UTC) with entries. */
  static readonly FOLDER = 'tombstones/';

  constructor(private readonly blobs: BlobStore) {}

  /** Returns whether a file of the blob store belongs to the log. */
  static holds(file: string): boolean {
    return file.startsWith(TombstoneLog.FOLDER);
  }

  /** @throws AppError `unavailable`; the caller must then not report the erasures as complete */
  async append(tombstones: readonly Tombstone[]): Promise<void> {
    await this.blobs.write(`${dayOf(new Date())}${newId()}.ndjson`, Readable.from(tombstones.map(toLine)));
  }

  /**
   * Records that a backup was made with this log.
   *
   * @throws AppError `unavailable`
   */
  async mark(backupId: string): Promise<void> {
    await this.blobs.write(`${dayOf(new Date())}${markOf(backupId)}`, Readable.from([]));
  }

  /** Yields the names of files from the day before `time` on, because clocks of machines differ by less than a day. */
  async *filesSince(time: Date): AsyncGenerator<string> {
    const first = dayOf(new Date(time.getTime() - DAY_MS));
    for await (const name of this.blobs.list(TombstoneLog.FOLDER)) if (name >= first) yield name;
  }

  /** Returns whether a file is the mark of this backup. */
  isMark(file: string, backupId: string): boolean {
    return file.endsWith(`/${markOf(backupId)}`);
  }

  /** @throws AppError `unavailable`; Error if a line is no tombstone */
  async *read(file: string): AsyncGenerator<Tombstone> {
    for await (const line of linesOf(await this.blobs.read(file))) yield fromLine(line);
  }
}

const dayOf = (time: Date): string => `${TombstoneLog.FOLDER}${time.toISOString().slice(0, 10)}/`;

/** Returns the name of the mark, which is an empty file. */
const markOf = (backupId: string): string => `backup-${backupId}.mark`;

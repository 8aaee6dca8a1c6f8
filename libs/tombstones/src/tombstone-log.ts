import { Readable } from 'node:stream';
import { linesOf, newId } from '@app/common';
import type { BlobStore } from '@app/storage';
import { fromLine, toLine, type Tombstone } from './tombstone';

const DAY_MS = 24 * 3_600_000;

/**
 * What was erased, outside the database: files in the blob store that are only ever added, each a few lines of JSON.
 * Every process reaches that store already, S3 knows no appending, and files that are never changed can be copied at
 * any time. Beside tombstones it holds marks: that a backup was made, which says whose log it is.
 */
export class TombstoneLog {
  /** Where it lies in the blob store, in a folder for each day (UTC) on which something was written. */
  static readonly FOLDER = 'tombstones/';

  constructor(private readonly blobs: BlobStore) {}

  /** Whether a file of the blob store is part of the log. */
  static holds(file: string): boolean {
    return file.startsWith(TombstoneLog.FOLDER);
  }

  /** @throws AppError `unavailable`: then it cannot be said that what they tell of is erased */
  async append(tombstones: readonly Tombstone[]): Promise<void> {
    await this.blobs.write(`${dayOf(new Date())}${newId()}.ndjson`, Readable.from(tombstones.map(toLine)));
  }

  /** That a backup was made with this log beside it. @throws AppError `unavailable` */
  async mark(backupId: string): Promise<void> {
    await this.blobs.write(`${dayOf(new Date())}${markOf(backupId)}`, Readable.from([]));
  }

  /** Names of the files that were written from the day before `time` on: clocks of machines differ by less. */
  async *filesSince(time: Date): AsyncGenerator<string> {
    const first = dayOf(new Date(time.getTime() - DAY_MS));
    for await (const name of this.blobs.list(TombstoneLog.FOLDER)) if (name >= first) yield name;
  }

  /** Whether this is the log of the system that the backup was made of. */
  isMark(file: string, backupId: string): boolean {
    return file.endsWith(`/${markOf(backupId)}`);
  }

  /** @throws AppError `unavailable`; Error where a line is no tombstone */
  async *read(file: string): AsyncGenerator<Tombstone> {
    for await (const line of linesOf(await this.blobs.read(file))) yield fromLine(line);
  }
}

const dayOf = (time: Date): string => `${TombstoneLog.FOLDER}${time.toISOString().slice(0, 10)}/`;

/** An empty file: it says all by its name. */
const markOf = (backupId: string): string => `backup-${backupId}.mark`;

import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@app/common';
import type { DatabaseConfig } from '@app/config';
import { BlobStore } from '@app/storage';
import { RestoreBackup, type RestoreFrom, type RestoreReport } from './restore-backup';
import { ScratchDatabaseStore } from './scratch-database.store';

/** Restores a backup into a scratch database, and drops that database, also after a failure. */
export class DrillRestore {
  /** @param blobs the file store of the running service: its tombstones are read, and nothing is written */
  constructor(
    private readonly database: DatabaseConfig,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError as `RestoreBackup` */
  async execute(from: RestoreFrom): Promise<RestoreReport> {
    const scratch = new ScratchDatabaseStore(
      this.database,
      `privacy_chat_drill_${randomBytes(6).toString('hex')}`,
    );
    await scratch.create();
    try {
      return await new RestoreBackup(scratch.target, new NoBlobs()).execute(from, { store: this.blobs });
    } finally {
      await scratch.drop();
    }
  }
}

/** Reads what is written to it to the end, and stores nothing: a drill needs no space for files. */
class NoBlobs extends BlobStore {
  async write(_key: string, content: Readable): Promise<{ bytes: number }> {
    let bytes = 0;
    for await (const chunk of content) bytes += (chunk as Buffer).length;
    return { bytes };
  }

  read(): Promise<Readable> {
    return Promise.reject(new AppError('not_found', 'A drill stores no files'));
  }

  async delete(): Promise<void> {}

  async deletePrefix(): Promise<void> {}

  async *list(): AsyncGenerator<string> {}

  async deleteUnfinished(): Promise<void> {}

  async readMark(): Promise<undefined> {}

  async writeMark(): Promise<void> {}
}

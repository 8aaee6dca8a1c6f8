import { createReadStream } from 'node:fs';
import { AppError } from '@app/common';
import type { DatabaseConfig } from '@app/config';
import { LocalBlobStore, type BlobStore } from '@app/storage';
import { TombstoneLog, type Tombstone } from '@app/tombstones';
import { BackupFolder } from './backup-folder';
import { subjectOf } from './blob-subject';
import { RestoredRowsStore, type ErasedRows } from './restored-rows.store';
import { EmptySchemaStore } from './empty-schema.store';
import { inGroups } from './in-groups';
import { LoadingStore } from './loading.store';
import type { BackupReport, Manifest } from './manifest';
import { VerifyBackup } from './verify-backup';

const PAGE = 200;
/** Blobs that are written at once. */
const AT_ONCE = 8;
const STEP = 1_000;

/**
 * Where the tombstones are: in the blob store of the system that is restored, in a folder that holds a copy of what
 * another one had, or nowhere: then what was erased since comes back.
 */
export type TombstoneSource = 'store' | 'none' | { folder: string };

export interface RestoreFrom {
  folder: string;
  /** Not given: the data keys are in the folder. */
  keysFile?: string | undefined;
  /** Where the database that was backed up had been put back to this time itself. Not given: the snapshot's time. */
  erasedSince?: Date | undefined;
}

export interface RestoreReport extends BackupReport {
  /** What the tombstones kept from coming back; absent where there were none to read. */
  erased?: ErasedRows;
}

/** Restores a backup into an empty system, without what was erased after it was made. */
export class RestoreBackup {
  constructor(
    private readonly database: DatabaseConfig,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * @throws AppError `conflict` where the backup is damaged or of a later version, the database is not empty, or the
   *   tombstones are not those of the system that was backed up. Then the database has no rows
   */
  async execute(
    { folder, keysFile, erasedSince }: RestoreFrom,
    source: TombstoneSource,
  ): Promise<RestoreReport> {
    const report = await new VerifyBackup().execute(folder, keysFile);
    const backup = new BackupFolder(folder, keysFile);
    const manifest = await backup.manifest();
    const since = erasedSince ?? new Date(manifest.snapshot_at);
    const store = this.storeOf(source);
    if (store) await assertItsLog(new TombstoneLog(store), manifest);
    const schema = new EmptySchemaStore(this.database);
    await schema.make(manifest.migrations);
    const erased = await this.load(backup, manifest, since, store);
    await schema.complete();
    return { ...report, ...(erased && { erased }) };
  }

  private storeOf(source: TombstoneSource): BlobStore | undefined {
    if (source === 'none') return undefined;
    return source === 'store' ? this.blobs : new LocalBlobStore(source.folder);
  }

  private async load(
    backup: BackupFolder,
    manifest: Manifest,
    since: Date,
    log?: BlobStore,
  ): Promise<ErasedRows | undefined> {
    const loading = await LoadingStore.begin(this.database.ownerUrl);
    try {
      await loading.load([...manifest.tables, manifest.keys], (table) => backup.rows(table));
      const restoredRows = new RestoredRowsStore(loading.client);
      const erased = log && (await deleteErased(restoredRows, new TombstoneLog(log), since));
      await restoredRows.endLogins();
      await this.writeBlobs(backup, restoredRows);
      if (log && log !== this.blobs) await this.takeOver(log);
      // Last: what breaks off before leaves tables without rows, and files that nothing names.
      await loading.commit();
      return erased;
    } finally {
      await loading.close();
    }
  }

  /** Those that can still be opened. */
  private async writeBlobs(backup: BackupFolder, restoredRows: RestoredRowsStore): Promise<void> {
    for await (const page of inGroups(backup.blobs(), PAGE)) {
      const names = page.map(({ name }) => name);
      const known = await restoredRows.withKeys(names.map(subjectOf));
      const kept = names.filter((name) => known.has(subjectOf(name)));
      for (let at = 0; at < kept.length; at += AT_ONCE)
        await Promise.all(
          kept
            .slice(at, at + AT_ONCE)
            .map((name) => this.blobs.write(name, createReadStream(backup.blobPath(name)))),
        );
    }
  }

  /** An older backup that is restored after this one needs them as well. */
  private async takeOver(log: BlobStore): Promise<void> {
    for await (const file of log.list(TombstoneLog.FOLDER))
      await this.blobs.write(file, await log.read(file));
  }
}

/** @throws AppError `conflict` where no file says that this backup was made beside it: others prove nothing about it */
async function assertItsLog(log: TombstoneLog, { id, snapshot_at }: Manifest): Promise<void> {
  for await (const file of log.filesSince(new Date(snapshot_at))) if (log.isMark(file, id)) return;
  throw new AppError(
    'conflict',
    'The tombstones of the system that was backed up are missing: without them what was erased since would come back; ' +
      'expected them in the file store, or where --tombstones says',
  );
}

async function deleteErased(
  restoredRows: RestoredRowsStore,
  log: TombstoneLog,
  since: Date,
): Promise<ErasedRows> {
  await restoredRows.read(inGroups(tombstonesOf(log, since), STEP));
  return restoredRows.deleteErased(since);
}

/** All that are in those files, whenever it was: a transaction that began before the snapshot may have ended after it. */
async function* tombstonesOf(log: TombstoneLog, since: Date): AsyncGenerator<Tombstone> {
  for await (const file of log.filesSince(since)) yield* log.read(file);
}

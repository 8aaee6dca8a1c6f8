import { AppError } from '@app/common';
import { LocalBlobStore, type BlobStore } from '@app/storage';
import { TombstoneLog, type Tombstone } from '@app/tombstones';
import { BackupFolder } from './backup-folder';
import { subjectOf } from './blob-subject';
import { RestoredRowsStore, type ErasedRows } from './restored-rows.store';
import { EmptySchemaStore } from './empty-schema.store';
import { inGroups } from './in-groups';
import { LoadingStore } from './loading.store';
import type { BackupReport, Manifest } from './manifest';
import type { RestoreTarget } from './restore-target';
import { VerifyBackup } from './verify-backup';
import { isInS3 } from './open-folder';

const PAGE = 200;
/** The number of blobs that are written concurrently. */
const AT_ONCE = 8;
const STEP = 1_000;

/**
 * The source of tombstones: the blob store of the restored system, a folder with a copy of another system's, another store, or none,
 * which also restores what was erased since.
 */
export type TombstoneSource = 'store' | 'none' | { folder: string } | { store: BlobStore };

export interface RestoreFrom {
  /** A path or `s3://bucket/prefix`, as `keysFile`. */
  folder: string;
  /** If absent, the data keys are in the folder. */
  keysFile?: string | undefined;
  /** The time to which the backed-up database itself had been restored. If absent, the snapshot's time. */
  erasedSince?: Date | undefined;
}

export interface RestoreReport extends BackupReport {
  /** What the tombstones prevented from being restored; absent without tombstones. */
  erased?: ErasedRows;
}

/** Restores a backup into an empty system, without data that was erased after the backup. */
export class RestoreBackup {
  constructor(
    private readonly database: RestoreTarget,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * @throws AppError `conflict` if the backup is damaged or of a later version, the database is not empty, or the
   * tombstones belong to another system. The database has no rows then
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
    if (source === 'store') return this.blobs;
    if ('store' in source) return source.store;
    if (isInS3(source.folder))
      throw new AppError(
        'bad_request',
        'The folder of tombstones must be a path: copy it from the store first',
      );
    return new LocalBlobStore(source.folder);
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
      // The statements that apply tombstones are of this version, and so must be the tables.
      await loading.migrate();
      const restoredRows = new RestoredRowsStore(loading.client);
      const erased = log && (await deleteErased(restoredRows, new TombstoneLog(log), since));
      await restoredRows.endLogins();
      await restoredRows.unmarkStore();
      await this.writeBlobs(backup, restoredRows);
      if (log && log !== this.blobs) await this.takeOver(log);
      // Committed last: an interruption leaves empty tables and unreferenced files.
      await loading.commit();
      return erased;
    } finally {
      await loading.close();
    }
  }

  /** Writes the blobs that can still be decrypted. */
  private async writeBlobs(backup: BackupFolder, restoredRows: RestoredRowsStore): Promise<void> {
    for await (const page of inGroups(backup.blobs(), PAGE)) {
      const names = page.map(({ name }) => name);
      const known = await restoredRows.withKeys(names.map(subjectOf));
      const kept = names.filter((name) => known.has(subjectOf(name)));
      for (let at = 0; at < kept.length; at += AT_ONCE)
        await Promise.all(
          kept.slice(at, at + AT_ONCE).map(async (name) => this.blobs.write(name, await backup.blob(name))),
        );
    }
  }

  /** Copies the tombstones, because a later restore of an older backup needs them too. */
  private async takeOver(log: BlobStore): Promise<void> {
    for await (const file of log.list(TombstoneLog.FOLDER))
      await this.blobs.write(file, await log.read(file));
  }
}

/**
 * @throws AppError `conflict` if no mark shows that the log belongs to this backup, because other logs prove nothing
 * about it
 */
async function assertItsLog(log: TombstoneLog, { id, snapshot_at }: Manifest): Promise<void> {
  for await (const file of log.filesSince(new Date(snapshot_at))) if (log.isMark(file, id)) return;
  throw new AppError(
    'conflict',
    'The tombstones of the system that was backed up are missing; without them erased data would be ' +
      'restored. Expected them in the file store or in the folder of --tombstones',
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

/**
 * Yields all tombstones of these files, whatever their time, because a transaction that started before the snapshot may
 * have ended after it.
 */
async function* tombstonesOf(log: TombstoneLog, since: Date): AsyncGenerator<Tombstone> {
  for await (const file of log.filesSince(since)) yield* log.read(file);
}

import { newId, VERSION } from '@app/common';
import type { BlobStore } from '@app/storage';
import { TombstoneLog } from '@app/tombstones';
import { BackupFolder, BLOB_LIST, KEYS } from './backup-folder';
import { assertOwnStore } from './assert-own-store';
import { filesOfSubjects, subjectOf } from './blob-subject';
import { inGroups } from './in-groups';
import { blobLine, reportOf, type BackupReport, type Manifest, type TableFile } from './manifest';
import { SnapshotStore } from './snapshot.store';

const KEYS_TABLE = 'data_keys';
const PAGE = 200;
/** The number of blobs that are copied concurrently. */
const AT_ONCE = 8;

/**
 * Writes a backup while the programs run: a snapshot of every table, and the files of the blob store that it refers to.
 * Streams tables and files, so memory stays bounded.
 */
export class CreateBackup {
  /** @param databaseUrl connects as the owner of the tables, or as the role of backups */
  constructor(
    private readonly databaseUrl: string,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * @param folder must not exist yet; a path or `s3://bucket/prefix`, as `keysFile`
   * @param keysFile the file of the data keys; if absent, they are in the folder
   * @throws AppError `bad_request`, `unavailable`; Error if the connection broke. Nothing is left then
   */
  async execute(folder: string, keysFile?: string): Promise<BackupReport> {
    const out = new BackupFolder(folder, keysFile);
    const snapshot = await SnapshotStore.take(this.databaseUrl);
    try {
      // A second backup waits for the first, and finds a folder that it has written.
      await out.create();
      return reportOf(await this.writeOrDiscard(out, snapshot));
    } finally {
      await snapshot.close();
    }
  }

  private async writeOrDiscard(out: BackupFolder, snapshot: SnapshotStore): Promise<Manifest> {
    try {
      return await this.write(out, snapshot);
    } catch (error) {
      await out.discard().catch(() => undefined); // The first error is the one to report.
      throw error;
    }
  }

  private async write(out: BackupFolder, snapshot: SnapshotStore): Promise<Manifest> {
    const id = newId();
    const migrations = await snapshot.migrations();
    await assertOwnStore(snapshot, this.blobs);
    // The mark links the tombstone log to this backup for a restore.
    await new TombstoneLog(this.blobs).mark(id);
    const written = await this.writeTables(out, snapshot);
    const blobs = await this.writeBlobs(out, snapshot);
    await snapshot.end();
    const manifest: Manifest = {
      format: 1,
      id,
      version: VERSION,
      migrations,
      snapshot_at: snapshot.takenAt.toISOString(),
      finished_at: new Date().toISOString(),
      ...written,
      blobs,
    };
    await out.writeManifest(manifest);
    return manifest;
  }

  private async writeTables(out: BackupFolder, snapshot: SnapshotStore) {
    const tables: TableFile[] = [];
    for (const table of await snapshot.tables()) {
      const file = table.table === KEYS_TABLE ? KEYS : `tables/${table.table}.copy.gz`;
      const { lines: rows, ...measure } = await out.writeLines(file, snapshot.rows(table));
      tables.push({ ...table, file, rows, ...measure });
    }
    const keys = tables.find(({ file }) => file === KEYS);
    if (!keys) throw new Error(`There is no table ${KEYS_TABLE}`);
    return { tables: tables.filter((table) => table !== keys), keys };
  }

  private async writeBlobs(out: BackupFolder, snapshot: SnapshotStore): Promise<Manifest['blobs']> {
    const { lines: count, ...measure } = await out.writeLines(BLOB_LIST, this.copyBlobs(out, snapshot));
    return { file: BLOB_LIST, count, ...measure };
  }

  /**
   * Copies the blobs that have a data key in the snapshot; others cannot be decrypted.
   *
   * @returns their lines
   */
  private async *copyBlobs(out: BackupFolder, snapshot: SnapshotStore): AsyncGenerator<string> {
    for await (const names of inGroups(filesOfSubjects(this.blobs), PAGE)) {
      const known = await snapshot.withKeys(names.map(subjectOf));
      const named = names.filter((name) => known.has(subjectOf(name)));
      for (let at = 0; at < named.length; at += AT_ONCE)
        yield* await allEnded(named.slice(at, at + AT_ONCE).map((name) => this.copyBlob(out, name)));
    }
  }

  private async copyBlob(out: BackupFolder, name: string): Promise<string> {
    return blobLine({ name, ...(await out.writeBlob(name, await this.blobs.read(name))) });
  }
}

/** Waits for all, also after a failure: what still writes would otherwise write after the backup was discarded. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

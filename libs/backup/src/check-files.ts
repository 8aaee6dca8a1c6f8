import { isId } from '@app/common';
import type { BlobStore } from '@app/storage';
import { assertOwnStore } from './assert-own-store';
import { filesOfSubjects } from './blob-subject';
import { inGroups } from './in-groups';
import { SnapshotStore } from './snapshot.store';

const PAGE = 1_000;
/** The maximum number of names in a report, because a whole store may be missing. */
const TOLD = 20;

export interface FilesReport {
  /** Files in the store. */
  stored: number;
  /** Files that a row names. */
  named: number;
  /** Files that a row names and the store does not have. */
  missing: number;
  /** Files in the store that no data key can decrypt, and that the upkeep will not delete. */
  orphaned: number;
  /** The names of some missing files, which consist of ids. */
  missing_files: string[];
}

/** Compares the files that rows name with those of the store, while the programs run. Reads no content. */
export class CheckFiles {
  /** @param databaseUrl connects as the owner of the tables, or as the role of backups */
  constructor(
    private readonly databaseUrl: string,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError `unavailable` */
  async execute(): Promise<FilesReport> {
    // No file is removed while a snapshot is open.
    const snapshot = await SnapshotStore.take(this.databaseUrl);
    try {
      await assertOwnStore(snapshot, this.blobs);
      const missing = new Set(await withKeys(snapshot, await snapshot.namedFiles()));
      const named = missing.size;
      const suspects: string[] = [];
      let stored = 0;
      for await (const names of inGroups(filesOfSubjects(this.blobs), PAGE)) {
        stored += names.length;
        const known = new Set(await withKeys(snapshot, names));
        for (const name of names) {
          missing.delete(name);
          if (!known.has(name)) suspects.push(name);
        }
      }
      await snapshot.end();
      return {
        stored,
        named,
        missing: missing.size,
        orphaned: await orphansOf(snapshot, suspects),
        missing_files: [...missing].slice(0, TOLD),
      };
    } finally {
      await snapshot.close();
    }
  }
}

/** Counts those that have no key and no planned removal now: some may be newer than the snapshot. */
async function orphansOf(now: SnapshotStore, suspects: readonly string[]): Promise<number> {
  let orphaned = 0;
  for (let at = 0; at < suspects.length; at += PAGE) {
    const page = suspects.slice(at, at + PAGE);
    const kept = new Set([...(await withKeys(now, page)), ...(await now.plannedRemovals(page))]);
    orphaned += page.filter((name) => !kept.has(name)).length;
  }
  return orphaned;
}

/** Returns the names of files that belong to a subject with a data key. The second part of a name is its subject. */
async function withKeys(snapshot: SnapshotStore, names: readonly string[]): Promise<string[]> {
  const subjectOf = (name: string): string => name.split('/')[1]?.toLowerCase() ?? '';
  const kept: string[] = [];
  for (let at = 0; at < names.length; at += PAGE) {
    const page = names.slice(at, at + PAGE).filter((name) => isId(subjectOf(name)));
    const keyed = await snapshot.withKeys(page.map(subjectOf));
    kept.push(...page.filter((name) => keyed.has(subjectOf(name))));
  }
  return kept;
}

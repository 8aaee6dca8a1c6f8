import { AppError } from '@app/common';
import { MANIFEST } from './backup-folder';
import type { CreateBackup } from './create-backup';
import type { Folder } from './folder';
import type { BackupReport } from './manifest';
import { below, openFolder } from './open-folder';

/** A folder of backups with their times as names, and how long they are retained. */
export interface Rotation {
  /** A path or `s3://bucket/prefix`, as `keysFolder`. */
  folder: string;
  /** A folder for the data keys, apart from the backups. */
  keysFolder: string;
  keepDays: number;
  /** The days after which deleted data is unreadable in every backup. */
  keepKeysDays: number;
}

export interface RotationReport extends BackupReport {
  /** The name of the new backup. */
  name: string;
  deleted: number;
  deleted_keys: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** A time as in `2026-01-15T02-00-07Z`, in which no character needs escaping. */
const NAME = /^(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}Z)$/;
const KEYS_ENDING = '.gz';

const nameOf = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** Returns the time of a backup by its name; undefined for other names. */
const timeOf = (name: string): Date | undefined =>
  NAME.test(name) ? new Date(name.replace(NAME, '$1$2:$3:$4')) : undefined;

/** Writes a backup into a folder of backups, and deletes those that are too old. */
export class RotateBackups {
  constructor(private readonly create: Pick<CreateBackup, 'execute'>) {}

  /** @throws AppError as `CreateBackup`; then nothing is deleted */
  async execute(
    { folder, keysFolder, keepDays, keepKeysDays }: Rotation,
    now: Date,
  ): Promise<RotationReport> {
    const name = nameOf(now);
    const [backups, keys] = [openFolder(folder), openFolder(keysFolder)];
    const report = await this.create.execute(below(folder, name), below(keysFolder, name + KEYS_ENDING));
    const ending = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
    return {
      name,
      ...report,
      deleted: await deleteBefore(ending(keepDays), backups, '', (old) => backups.at(old).deleteAll()),
      deleted_keys: await deleteBefore(ending(keepKeysDays), keys, KEYS_ENDING, (old) =>
        keys.deleteFile(old),
      ),
    };
  }
}

/** Deletes backups or keys from before a time. Files with other names stay. */
async function deleteBefore(
  time: Date,
  folder: Folder,
  ending: string,
  remove: (name: string) => Promise<void>,
): Promise<number> {
  // A file that a killed command left unfinished begins with a dot.
  const names = new Set((await folder.names()).map((name) => name.replace(/^\./, '')));
  const old = [...names].filter((name) => {
    const made = name.endsWith(ending) ? timeOf(name.slice(0, name.length - ending.length)) : undefined;
    return made !== undefined && made < time;
  });
  await Promise.all(old.map(remove));
  return old.length;
}

/** Returns whether a folder is a finished backup, and not a folder of backups. */
export const isBackup = async (folder: string): Promise<boolean> =>
  (await openFolder(folder).names()).includes(MANIFEST);

/**
 * Returns the newest finished backup of a folder that has its keys.
 *
 * @throws AppError `bad_request` if there is none
 */
export async function newestBackup(
  folder: string,
  keysFolder: string,
): Promise<{ folder: string; keysFile: string }> {
  const keys = new Set(await openFolder(keysFolder).names());
  const names = (await openFolder(folder).names()).filter(
    (name) => timeOf(name) && keys.has(name + KEYS_ENDING),
  );
  for (const name of names.toSorted().toReversed())
    if (await isBackup(below(folder, name)))
      return { folder: below(folder, name), keysFile: below(keysFolder, name + KEYS_ENDING) };
  throw new AppError('bad_request', 'The folder contains no finished backup with keys in the other folder');
}

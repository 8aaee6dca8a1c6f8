import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@app/common';
import type { CreateBackup } from './create-backup';
import type { BackupReport } from './manifest';

/** A folder of backups with their times as names, and how long they are retained. */
export interface Rotation {
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
    await mkdir(keysFolder, { recursive: true, mode: 0o700 });
    const report = await this.create.execute(join(folder, name), join(keysFolder, name + KEYS_ENDING));
    const ending = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
    return {
      name,
      ...report,
      deleted: await deleteBefore(ending(keepDays), folder, ''),
      deleted_keys: await deleteBefore(ending(keepKeysDays), keysFolder, KEYS_ENDING),
    };
  }
}

/** Deletes backups or keys from before a time. Files with other names stay. */
async function deleteBefore(time: Date, folder: string, ending: string): Promise<number> {
  const old = (await readdir(folder)).filter((file) => {
    const made = file.endsWith(ending) ? timeOf(file.slice(0, file.length - ending.length)) : undefined;
    return made !== undefined && made < time;
  });
  await Promise.all(old.map((file) => rm(join(folder, file), { recursive: true })));
  return old.length;
}

/**
 * Returns the newest backup of a folder that has its keys.
 *
 * @throws AppError `bad_request` if there is none
 */
export async function newestBackup(
  folder: string,
  keysFolder: string,
): Promise<{ folder: string; keysFile: string }> {
  const keys = new Set(await readdir(keysFolder));
  const name = (await readdir(folder))
    .filter((file) => timeOf(file) && keys.has(file + KEYS_ENDING))
    .toSorted()
    .at(-1);
  if (name === undefined)
    throw new AppError('bad_request', 'The folder contains no backup with keys in the other folder');
  return { folder: join(folder, name), keysFile: join(keysFolder, name + KEYS_ENDING) };
}

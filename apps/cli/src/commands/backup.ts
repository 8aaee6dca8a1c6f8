import { Command, Option } from 'commander';
import { print } from '../print';
import { leaf, readTime, wholeNumber } from './subcommands';

interface Options {
  keys?: string;
  json?: boolean;
}

interface RestoreOptions extends Options {
  erasedSince?: Date;
  /** If absent, the folder of the settings is used. */
  tombstones?: string | false;
}

const KEYS = ['--keys <FILE>', 'the file of the data keys, if it was written separately'] as const;

const work = () => import('../work/backup.ts');

interface RotateOptions {
  into: string;
  keysInto: string;
  keepDays: number;
  keepKeysDays: number;
  everyHours?: number;
  json?: boolean;
}

const days = wholeNumber(1, 36_500, 'expected a number of days');

/** `backup create|rotate|verify|drill|restore` */
export function backupCommand(): Command {
  const backup = new Command('backup').description(
    'back up and restore all data of the service, as of one moment; a FOLDER or FILE may be s3://bucket/prefix',
  );

  leaf(backup, 'create', 'write a backup while api and worker run')
    .requiredOption('--out <FOLDER>', 'the folder to write, which must not exist yet')
    .option(
      '--keys <FILE>',
      'write the data keys separately to this file; the backup cannot be decrypted without it',
    )
    .action(async ({ out, keys, json }: Options & { out: string }) =>
      print(await (await work()).createBackup(out, keys), { json }),
    );

  leaf(
    backup,
    'rotate',
    'write a backup into a folder of backups, with the time as its name, and delete old ones; for a schedule',
  )
    .requiredOption('--into <FOLDER>', 'the folder of the backups')
    .requiredOption('--keys-into <FOLDER>', 'the folder of their data keys, on another volume')
    .option('--keep-days <NUMBER>', 'delete older backups', days, 30)
    .option('--keep-keys-days <NUMBER>', 'delete older keys; deleted data is unreadable then', days, 14)
    .option(
      '--every-hours <NUMBER>',
      'first wait until the last backup is this old',
      wholeNumber(1, 8_760, 'expected a number of hours'),
    )
    .action(async ({ into, keysInto, everyHours, json, ...keep }: RotateOptions) => {
      const rotation = { folder: into, keysFolder: keysInto, ...keep };
      print(await (await work()).rotateBackups(rotation, everyHours), { json });
    });

  leaf(backup, 'drill <folder>', 'restore a backup into a scratch database, report, and drop that database')
    .option(
      '--keys <FILE>',
      'the file of the data keys; if FOLDER contains rotated backups, the folder of their keys: the newest finished backup is restored',
    )
    .action(async (folder: string, { keys, json }: Options) => {
      const { erased, ...report } = await (await work()).drillRestore(folder, keys);
      print(json ? { ...report, erased } : { ...report, ...(erased && shown(erased)) }, { json });
    });

  leaf(backup, 'verify <folder>', 'check every byte of a backup; needs no database')
    .option(...KEYS)
    .action(async (folder: string, { keys, json }: Options) =>
      print(await (await work()).verifyBackup(folder, keys), { json }),
    );

  leaf(
    backup,
    'restore <folder>',
    'restore a backup into an empty database, without data that was erased after the backup',
  )
    .option(...KEYS)
    .option(
      '--tombstones <FOLDER>',
      'a folder with a copy of tombstones/ of the system that was backed up; default: tombstones/ in ' +
        'the configured file store',
    )
    .option(
      '--erased-since <ISO>',
      'the time to which the backed-up database itself had been restored; default: the time of the ' +
        'backup',
      readTime,
    )
    .addOption(new Option('--no-tombstones', 'also restore data that was erased after the backup'))
    .action(async (folder: string, { keys, json, tombstones, erasedSince }: RestoreOptions) => {
      const from = { folder, keysFile: keys, erasedSince };
      const { erased, ...report } = await (await work()).restoreBackup(from, tombstones ?? true);
      print(json ? { ...report, erased } : { ...report, ...(erased && shown(erased)) }, { json });
    });

  return backup;
}

/** Formats what stayed erased for the line of numbers. */
const shown = (erased: object): object =>
  Object.fromEntries(Object.entries(erased).map(([what, count]) => [`erased_${what}`, count]));

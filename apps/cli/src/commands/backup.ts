import { Command, Option } from 'commander';
import { print } from '../print';
import { leaf, readTime } from './subcommands';

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

/** `backup create|verify|restore` */
export function backupCommand(): Command {
  const backup = new Command('backup').description(
    'back up and restore all data of the service, as of one moment',
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

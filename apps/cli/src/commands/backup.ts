import { Command, Option } from 'commander';
import { print } from '../print';
import { leaf, readTime } from './subcommands';

interface Options {
  keys?: string;
  json?: boolean;
}

interface RestoreOptions extends Options {
  erasedSince?: Date;
  /** Not given: where the settings say. */
  tombstones?: string | false;
}

const KEYS = ['--keys <FILE>', 'the data keys, where they are kept apart from the folder'] as const;

const work = () => import('../work/backup.ts');

/** `backup create|verify|restore` */
export function backupCommand(): Command {
  const backup = new Command('backup').description('everything that the service keeps, at one moment');

  leaf(backup, 'create', 'write a backup; api and worker go on')
    .requiredOption('--out <FOLDER>', 'where to, which must not exist yet')
    .option('--keys <FILE>', 'write the data keys apart, to this file: without it nobody can read the rest')
    .action(async ({ out, keys, json }: Options & { out: string }) =>
      print(await (await work()).createBackup(out, keys), { json }),
    );

  leaf(backup, 'verify <folder>', 'check every byte of a backup; no database is needed')
    .option(...KEYS)
    .action(async (folder: string, { keys, json }: Options) =>
      print(await (await work()).verifyBackup(folder, keys), { json }),
    );

  leaf(backup, 'restore <folder>', 'restore a backup into an empty database, without what was erased since')
    .option(...KEYS)
    .option(
      '--tombstones <FOLDER>',
      "a folder with a copy of tombstones/ of the system that was backed up; not given: the settings' file store has them",
    )
    .option(
      '--erased-since <ISO>',
      'where the database that was backed up had been put back to this time; not given: the time of the backup',
      readTime,
    )
    .addOption(new Option('--no-tombstones', 'bring back what was erased since, too'))
    .action(async (folder: string, { keys, json, tombstones, erasedSince }: RestoreOptions) => {
      const from = { folder, keysFile: keys, erasedSince };
      const { erased, ...report } = await (await work()).restoreBackup(from, tombstones ?? true);
      print(json ? { ...report, erased } : { ...report, ...(erased && shown(erased)) }, { json });
    });

  return backup;
}

/** What stayed erased, in the line of numbers. */
const shown = (erased: object): object =>
  Object.fromEntries(Object.entries(erased).map(([what, count]) => [`erased_${what}`, count]));

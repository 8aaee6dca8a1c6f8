import { Command, Option } from 'commander';
import { DROPPABLE, type Droppable } from '@app/file-formats';
import { print } from '../print';
import { progressLine } from '../progress';
import { leaf, ofUser } from './subcommands';

interface Options {
  json?: boolean;
  user: string;
  case?: string;
  drop?: Droppable[];
}

/** `files anonymize|check` */
export function filesCommand(): Command {
  const files = new Command('files').description('anonymize the files of a folder, and check the file store');

  ofUser(
    leaf(
      files,
      'anonymize <IN> <OUT>',
      'write every file of the folder IN, with replacements, to the folder OUT; exits with 1 if a file was refused',
    ),
  )
    .option('--case <ID>', 'the case that the files belong to: one value has one replacement in all of them')
    .addOption(
      new Option('--drop <PART...>', 'what files may lose; otherwise files that have it are refused').choices(
        DROPPABLE,
      ),
    )
    .addHelpText(
      'after',
      '\nAn interrupted run continues where it stopped: files that are done are not done again. OUT.csv, beside OUT, ' +
        'has a row for each file: its path, whether it was done, its path in OUT, the number of values by kind, the ' +
        'parts that were left out, and the code of the error. It has no value of the files, but their names.',
    )
    .action(async (from: string, to: string, { user, case: caseId, drop, json }: Options) => {
      const { anonymizeFolder } = await import('../work/files.ts');
      const done = await anonymizeFolder({
        from,
        to,
        userName: user,
        ...(caseId !== undefined && { caseId }),
        drop: drop ?? [],
        onProgress: json ? () => undefined : progressLine(process.stderr, 'files'),
      });
      print(done, { json });
      if (done.refused > 0) process.exitCode = 1;
    });

  leaf(
    files,
    'check',
    'compare the files that the database names with those of the file store; exits with 1 if files are missing',
  ).action(async ({ json }: Pick<Options, 'json'>) => {
    const { checkFiles } = await import('../work/check-files.ts');
    const report = await checkFiles();
    print(report, { json });
    if (report.missing > 0) process.exitCode = 1;
  });

  return files;
}

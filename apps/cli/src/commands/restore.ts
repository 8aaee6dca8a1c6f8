import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { print } from '../print';
import { ofUser } from './subcommands';

interface Options {
  json?: boolean;
  user: string;
  case: string;
}

/** `restore`: standard input to standard output. */
export function restoreCommand(): Command {
  return ofUser(new Command('restore'))
    .description('read a text with replacements from standard input, and print it with the original values')
    .requiredOption('--case <ID>', 'the case that issued the replacements')
    .option('--json', 'print one JSON document')
    .action(async ({ case: caseId, user, json }: Options) => {
      const { restoreText } = await import('../work/cases.ts');
      const { texts, restored } = await restoreText(user, caseId, await text(process.stdin));
      if (json) print({ text: texts[0], restored }, { json });
      else process.stdout.write(texts[0]!);
    });
}

import { Command } from 'commander';
import { print } from '../print';
import { leaf, ofUser } from './subcommands';

interface Options {
  json?: boolean;
  user: string;
}

const work = () => import('../work/cases.ts');

/** `case list|show|delete` */
export function caseCommand(): Command {
  const command = new Command('case').description(
    'list, show and delete the cases of a user; names and values are never shown',
  );

  ofUser(leaf(command, 'list', 'list the open cases that a user may use')).action(
    async ({ user, ...options }: Options) => print(await (await work()).listCases(user), options),
  );

  ofUser(leaf(command, 'show <ID>', 'show how much is in a case, and how many users it has')).action(
    async (id: string, { user, ...options }: Options) =>
      print(await (await work()).showCase(user, id), options),
  );

  ofUser(
    leaf(
      command,
      'delete <ID>',
      'permanently delete a case that the user owns, so that nothing restores its values any more',
    ),
  ).action(async (id: string, { user, ...options }: Options) => {
    await (await work()).deleteCase(user, id);
    print({ deleted: id }, options);
  });

  return command;
}

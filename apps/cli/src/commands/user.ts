import { Command } from 'commander';
import { CreateUser, ListUsers, SetPassword, SetUserActive, SetUserLimit, SHARED_KINDS } from '@app/auth';
import { RATE_LIMIT_KINDS } from '@app/config';
import { AccountsCliModule } from '../accounts-cli.module';
import { print } from '../print';
import { readPassword } from '../read-password';
import { runWith } from '../run-with';
import { leaf } from './leaf';
import { addLimit } from './limit';
import { addUserData } from './user-data';

interface Options {
  json?: boolean;
  passwordStdin?: boolean;
}

const withPassword = (command: Command): Command =>
  command.option('--password-stdin', 'read the password from standard input instead of a prompt');

/** `user create|list|activate|deactivate|password|limit|export|erase` */
export function userCommand(): Command {
  const user = new Command('user').description('users; USERNAME is an e-mail address');

  withPassword(leaf(user, 'create <USERNAME>', 'make a user'))
    .requiredOption('--org <ORG>', 'id or exact name of the organization')
    .action(async (userName: string, options: Options & { org: string }) => {
      const password = await readPassword(options);
      const input = { userName, password, organization: options.org };
      print(await runWith(AccountsCliModule, (app) => app.get(CreateUser).execute(input)), options);
    });

  leaf(user, 'list', 'all users of all organizations').action(async (options: Options) =>
    print(await runWith(AccountsCliModule, (app) => app.get(ListUsers).execute()), options),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(user, `${verb} <USERNAME>`, active ? 'let a user in' : 'keep a user out, at once').action(
      async (userName: string, options: Options) =>
        print(
          await runWith(AccountsCliModule, (app) => app.get(SetUserActive).execute(userName, active)),
          options,
        ),
    );

  withPassword(leaf(user, 'password <USERNAME>', 'set a new password and end all logins of the user')).action(
    async (userName: string, options: Options) => {
      const password = await readPassword(options);
      print(
        await runWith(AccountsCliModule, (app) => app.get(SetPassword).execute(userName, password)),
        options,
      );
    },
  );

  addLimit(user, {
    subject: 'USERNAME',
    kinds: RATE_LIMIT_KINDS.filter((kind) => !SHARED_KINDS.includes(kind)),
    change: (name, kind, rate) =>
      runWith(AccountsCliModule, (app) => app.get(SetUserLimit).execute(name, kind, rate)),
  });
  addUserData(user);

  return user;
}

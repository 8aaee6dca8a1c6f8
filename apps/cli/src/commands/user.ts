import { Argument, Command, Option } from 'commander';
import type { Users } from '@app/accounts';
import { RATE_LIMIT_KINDS, ROLES, SHARED_KINDS, type Role } from '@app/common';
import { print } from '../print';
import { readPassword } from '../read-password';
import { addLimit, leaf, withLimitList } from './subcommands';

interface Options {
  json?: boolean;
  passwordStdin?: boolean;
}

interface CreateOptions extends Options {
  org: string;
  role: Role;
}

const using = async <T>(work: (users: Users) => Promise<T>): Promise<T> =>
  (await import('../work/accounts.ts')).withUsers(work);

const withPassword = (command: Command): Command =>
  command.option('--password-stdin', 'read the password from standard input instead of a prompt');

/** `user create|list|activate|deactivate|role|password|limit|export|erase` */
export function userCommand(): Command {
  const user = new Command('user').description('users; USERNAME is an e-mail address');

  withPassword(leaf(user, 'create <USERNAME>', 'make a user'))
    .requiredOption('--org <ORG>', 'id or exact name of the organization')
    .addOption(new Option('--role <ROLE>', 'what the user may do').choices(ROLES).default('member'))
    .action(async (userName: string, { org, role, ...options }: CreateOptions) => {
      const password = await readPassword(options);
      const made = await using((users) => users.create({ userName, password, organization: org, role }));
      print(withLimitList(made, options), options);
    });

  leaf(user, 'list', 'all users of all organizations').action(async (options: Options) =>
    print(
      (await using((users) => users.list())).map((one) => withLimitList(one, options)),
      options,
    ),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(user, `${verb} <USERNAME>`, active ? 'let a user in' : 'keep a user out, at once').action(
      async (userName: string, options: Options) =>
        print(withLimitList(await using((users) => users.setActive(userName, active)), options), options),
    );

  leaf(user, 'role <USERNAME>', 'make a user a member, an auditor or an admin of the organization')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action(async (userName: string, role: Role, options: Options) =>
      print(withLimitList(await using((users) => users.change(userName, { role })), options), options),
    );

  withPassword(leaf(user, 'password <USERNAME>', 'set a new password and end all logins of the user')).action(
    async (userName: string, options: Options) => {
      const password = await readPassword(options);
      print(withLimitList(await using((users) => users.setPassword(userName, password)), options), options);
    },
  );

  addLimit(user, {
    subject: 'USERNAME',
    kinds: RATE_LIMIT_KINDS.filter((kind) => !SHARED_KINDS.includes(kind)),
    change: (name, kind, rate) => using((users) => users.change(name, { limits: { [kind]: rate ?? null } })),
  });

  leaf(user, 'export <USERNAME>', 'write all that is kept of a user to a zip archive, in the clear')
    .requiredOption('--out <FILE>', 'where to; must not exist yet')
    .action(async (userName: string, { out, json }: { out: string; json?: boolean }) => {
      const { exportUser } = await import('../work/user-data.ts');
      print(await exportUser(userName, out), { json });
    });

  leaf(
    user,
    'erase <USERNAME>',
    'delete a user and everything of theirs for good, and say how much it was',
  ).action(async (userName: string, options: Options) => {
    const { eraseUser } = await import('../work/user-data.ts');
    print(await eraseUser(userName), options);
  });

  return user;
}

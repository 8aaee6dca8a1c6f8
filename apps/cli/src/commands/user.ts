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

interface Identity {
  issuer: string;
  subject: string;
}

interface CreateOptions extends Options {
  org: string;
  role: Role;
}

const using = async <T>(work: (users: Users) => Promise<T>): Promise<T> =>
  (await import('../work/accounts.ts')).withUsers(work);

const withPassword = (command: Command): Command =>
  command.option('--password-stdin', 'read the password from standard input instead of a prompt');

/** `user create|list|activate|deactivate|role|password|link|unlink|reset-second-factor|limit|export|erase` */
export function userCommand(): Command {
  const user = new Command('user').description('manage users; USERNAME is an e-mail address');

  withPassword(leaf(user, 'create <USERNAME>', 'make a user'))
    .requiredOption('--org <ORG>', 'id or exact name of the organization')
    .addOption(new Option('--role <ROLE>', 'the role of the user').choices(ROLES).default('member'))
    .action(async (userName: string, { org, role, ...options }: CreateOptions) => {
      const password = await readPassword(options);
      const made = await using((users) => users.create({ userName, password, organization: org, role }));
      print(withLimitList(made, options), options);
    });

  leaf(user, 'list', 'list all users of all organizations').action(async (options: Options) =>
    print(
      (await using((users) => users.list())).map((one) => withLimitList(one, options)),
      options,
    ),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(
      user,
      `${verb} <USERNAME>`,
      active ? 'allow a user to log in' : 'lock a user out immediately',
    ).action(async (userName: string, options: Options) =>
      print(withLimitList(await using((users) => users.setActive(userName, active)), options), options),
    );

  leaf(user, 'role <USERNAME>', "set a user's role: member, auditor or admin of the organization")
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

  leaf(
    user,
    'link <USERNAME>',
    'allow a user to log in by single sign-on, in addition to a password if they have one',
  )
    .requiredOption('--issuer <ISSUER>', 'the provider, as in OIDC_ISSUER')
    .requiredOption('--subject <SUBJECT>', "the user's id at the provider: the claim 'sub'")
    .action(async (userName: string, { issuer, subject, ...options }: Options & Identity) => {
      const { withIdentities } = await import('../work/accounts.ts');
      print(await withIdentities((identities) => identities.link(userName, issuer, subject)), options);
    });

  leaf(user, 'unlink <USERNAME>', 'remove the link, and end all logins of the user')
    .requiredOption('--issuer <ISSUER>', 'the provider, as in OIDC_ISSUER')
    .action(async (userName: string, { issuer, ...options }: Options & Identity) => {
      const { withIdentities } = await import('../work/accounts.ts');
      print(await withIdentities((identities) => identities.unlink(userName, issuer)), options);
    });

  leaf(
    user,
    'reset-second-factor <USERNAME>',
    'remove the second factor of a user who lost it, and end all logins of the user',
  ).action(async (userName: string, options: Options) => {
    const { resetSecondFactor } = await import('../work/second-factors.ts');
    print(await resetSecondFactor(userName), options);
  });

  addLimit(user, {
    subject: 'USERNAME',
    kinds: RATE_LIMIT_KINDS.filter((kind) => !SHARED_KINDS.includes(kind)),
    change: (name, kind, rate) => using((users) => users.change(name, { limits: { [kind]: rate ?? null } })),
  });

  leaf(user, 'export <USERNAME>', 'write all data of a user to an unencrypted zip archive')
    .requiredOption('--out <FILE>', 'the file to write, which must not exist yet')
    .action(async (userName: string, { out, json }: { out: string; json?: boolean }) => {
      const { exportUser } = await import('../work/user-data.ts');
      print(await exportUser(userName, out), { json });
    });

  leaf(
    user,
    'erase <USERNAME>',
    'permanently delete a user and all their data, and print how much was deleted',
  ).action(async (userName: string, options: Options) => {
    const { eraseUser } = await import('../work/user-data.ts');
    print(await eraseUser(userName), options);
  });

  return user;
}

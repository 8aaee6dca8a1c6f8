import { Argument, Command } from 'commander';
import type { Organizations } from '@app/accounts';
import { GRANTS, RATE_LIMIT_KINDS, type Grant } from '@app/common';
import { print } from '../print';
import { readPassword } from '../read-password';
import { addLimit, leaf, withLimitList } from './subcommands';

interface Options {
  json?: boolean;
}

const using = async <T>(work: (organizations: Organizations) => Promise<T>): Promise<T> =>
  (await import('../work/accounts.ts')).withOrganizations(work);

/** `org create|list|activate|deactivate|grant|revoke|limit|usage-by-person|secret` */
export function orgCommand(): Command {
  const org = new Command('org').description('organizations; ORG is an id or an exact name');

  leaf(org, 'create <NAME>', 'make an organization')
    .option('--admin <USERNAME>', 'and its first user, an admin, whose password is asked for')
    .option('--password-stdin', 'read that password from standard input instead of a prompt')
    .action(async (name: string, { admin: userName, passwordStdin, ...options }: CreateOptions) => {
      if (userName === undefined)
        return print(await using((organizations) => organizations.create(name)), options);
      const password = await readPassword({ ...(passwordStdin && { passwordStdin }) });
      const { withUsers } = await import('../work/accounts.ts');
      const made = await withUsers((users) => users.createOrganization(name, { userName, password }));
      print(withLimitList(made, options), options);
    });

  leaf(org, 'list', 'all organizations').action(async (options: Options) =>
    print(await using((organizations) => organizations.list()), options),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(org, `${verb} <ORG>`, active ? 'let its users in' : 'keep its users out, at once').action(
      async (name: string, options: Options) =>
        print(await using((organizations) => organizations.setActive(name, active)), options),
    );

  for (const verb of ['grant', 'revoke'] as const)
    leaf(org, `${verb} <ORG>`, `${verb} a job endpoint`)
      .addArgument(new Argument('<endpoint>').choices(GRANTS))
      .action(async (name: string, grant: Grant, options: Options) =>
        print(await using((organizations) => organizations[verb](name, grant)), options),
      );

  addLimit(org, {
    subject: 'ORG',
    kinds: RATE_LIMIT_KINDS,
    change: (name, kind, rate) =>
      using((organizations) => organizations.setLimits(name, { limits: { [kind]: rate ?? null } })),
  });

  leaf(org, 'usage-by-person <ORG>', 'whether its admins and auditors see who used what')
    .addArgument(new Argument('<switch>').choices(['on', 'off']))
    .action(async (name: string, value: 'on' | 'off', options: Options) =>
      print(await using((organizations) => organizations.setUsageByPerson(name, value === 'on')), options),
    );

  leaf(
    org,
    'secret <ORG>',
    "an organization's webhook signing secret; after a rotation both sign for a while",
  )
    .addArgument(new Argument('<action>').choices(['show', 'rotate']))
    .option('--now', 'with rotate: the previous secret signs no longer')
    .action(async (name: string, action: 'show' | 'rotate', { now = false, json }: SecretOptions) => {
      const { showSecret, rotateSecret } = await import('../work/signing-secrets.ts');
      print(await (action === 'show' ? showSecret(name) : rotateSecret(name, now)), { json });
    });

  return org;
}

interface CreateOptions extends Options {
  admin?: string;
  passwordStdin?: boolean;
}

interface SecretOptions extends Options {
  now?: boolean;
}

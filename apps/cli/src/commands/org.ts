import { Argument, Command, Option } from 'commander';
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

/** `org create|list|activate|deactivate|grant|revoke|second-factor|limit|usage-by-person|secret` */
export function orgCommand(): Command {
  const org = new Command('org').description('manage organizations; ORG is an id or an exact name');

  leaf(org, 'create <NAME>', 'create an organization')
    .option('--admin <USERNAME>', 'also create its first user, an admin; asks for the password')
    .option('--password-stdin', "read the admin's password from standard input instead of a prompt")
    .addOption(
      new Option('--grant <ENDPOINT...>', 'also grant access to job endpoints')
        .choices(GRANTS)
        .default([], 'none'),
    )
    .action(async (name: string, { admin: userName, passwordStdin, grant, ...options }: CreateOptions) => {
      if (userName === undefined)
        return print(await using((organizations) => organizations.create(name, grant)), options);
      const password = await readPassword({ ...(passwordStdin && { passwordStdin }) });
      const { withUsers } = await import('../work/accounts.ts');
      const made = await withUsers((users) => users.createOrganization(name, { userName, password }, grant));
      print(withLimitList(made, options), options);
    });

  leaf(org, 'list', 'list all organizations').action(async (options: Options) =>
    print(await using((organizations) => organizations.list()), options),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(
      org,
      `${verb} <ORG>`,
      active ? 'allow its users to log in' : 'lock its users out immediately',
    ).action(async (name: string, options: Options) =>
      print(await using((organizations) => organizations.setActive(name, active)), options),
    );

  for (const verb of ['grant', 'revoke'] as const)
    leaf(org, `${verb} <ORG>`, `${verb} access to a job endpoint: ${GRANTS.join(' or ')}`)
      .addArgument(new Argument('<endpoint>').choices(GRANTS))
      .action(async (name: string, grant: Grant, options: Options) =>
        print(await using((organizations) => organizations[verb](name, grant)), options),
      );

  leaf(org, 'second-factor <ORG>', 'set whether password logins require a second factor')
    .addArgument(new Argument('<demand>').choices(['required', 'optional']))
    .action(async (name: string, demand: 'required' | 'optional', options: Options) => {
      const { demandSecondFactor } = await import('../work/second-factors.ts');
      print(await demandSecondFactor(name, demand), options);
    });

  addLimit(org, {
    subject: 'ORG',
    kinds: RATE_LIMIT_KINDS,
    change: (name, kind, rate) =>
      using((organizations) => organizations.setLimits(name, { limits: { [kind]: rate ?? null } })),
  });

  leaf(org, 'usage-by-person <ORG>', 'set whether its admins and auditors see the usage of each user')
    .addArgument(new Argument('<switch>').choices(['on', 'off']))
    .action(async (name: string, value: 'on' | 'off', options: Options) =>
      print(await using((organizations) => organizations.setUsageByPerson(name, value === 'on')), options),
    );

  leaf(
    org,
    'secret <ORG>',
    "show or rotate an organization's webhook signing secret; after a rotation both sign for a while",
  )
    .addArgument(new Argument('<action>').choices(['show', 'rotate']))
    .option('--now', 'with rotate: the previous secret stops signing immediately')
    .action(async (name: string, action: 'show' | 'rotate', { now = false, json }: SecretOptions) => {
      const { showSecret, rotateSecret } = await import('../work/signing-secrets.ts');
      print(await (action === 'show' ? showSecret(name) : rotateSecret(name, now)), { json });
    });

  return org;
}

interface CreateOptions extends Options {
  grant: Grant[];
  admin?: string;
  passwordStdin?: boolean;
}

interface SecretOptions extends Options {
  now?: boolean;
}

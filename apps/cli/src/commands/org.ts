import { Argument, Command } from 'commander';
import {
  ChangeGrants,
  CreateOrganization,
  GRANTS,
  ListOrganizations,
  SetOrganizationActive,
  SetOrganizationLimit,
  type Grant,
} from '@app/auth';
import { RATE_LIMIT_KINDS } from '@app/config';
import { AccountsCliModule } from '../accounts-cli.module';
import { print } from '../print';
import { runWith } from '../run-with';
import { leaf } from './leaf';
import { addLimit } from './limit';
import { addOrgSecret } from './org-secret';

interface Options {
  json?: boolean;
}

/** `org create|list|activate|deactivate|grant|revoke|limit|secret` */
export function orgCommand(): Command {
  const org = new Command('org').description('organizations; ORG is an id or an exact name');

  leaf(org, 'create <NAME>', 'make an organization').action(async (name: string, options: Options) =>
    print(await runWith(AccountsCliModule, (app) => app.get(CreateOrganization).execute(name)), options),
  );

  leaf(org, 'list', 'all organizations').action(async (options: Options) =>
    print(await runWith(AccountsCliModule, (app) => app.get(ListOrganizations).execute()), options),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    leaf(org, `${verb} <ORG>`, active ? 'let its users in' : 'keep its users out, at once').action(
      async (name: string, options: Options) =>
        print(
          await runWith(AccountsCliModule, (app) => app.get(SetOrganizationActive).execute(name, active)),
          options,
        ),
    );

  for (const verb of ['grant', 'revoke'] as const)
    leaf(org, `${verb} <ORG>`, `${verb} a job endpoint`)
      .addArgument(new Argument('<endpoint>').choices(GRANTS))
      .action(async (name: string, grant: Grant, options: Options) =>
        print(await runWith(AccountsCliModule, (app) => app.get(ChangeGrants)[verb](name, grant)), options),
      );

  addLimit(org, {
    subject: 'ORG',
    kinds: RATE_LIMIT_KINDS,
    change: (name, kind, rate) =>
      runWith(AccountsCliModule, (app) => app.get(SetOrganizationLimit).execute(name, kind, rate)),
  });
  addOrgSecret(org);

  return org;
}

import { Command } from 'commander';
import type { ApiKeys } from '@app/accounts';
import { print } from '../print';
import { leaf, listAll, withLimitList } from './subcommands';

interface Options {
  json?: boolean;
  org: string;
}

const using = async <T>(
  org: string,
  work: (keys: ApiKeys, organizationId: string) => Promise<T>,
): Promise<T> => (await import('../work/accounts.ts')).withKeys(org, work);

const ofOrg = (command: Command): Command =>
  command.requiredOption('--org <ORG>', 'id or exact name of the organization');

/** `api-key list|revoke`; `key`, the former name, works until the next release. */
export function apiKeyCommand(): Command {
  const key = new Command('api-key')
    .alias('key')
    .description('manage API keys of the users and service accounts of an organization');

  ofOrg(leaf(key, 'list', 'list all keys of an organization, including revoked ones')).action(
    async (options: Options) => {
      const all = await using(options.org, (keys, organizationId) =>
        listAll((page) => keys.list({ organizationId }, page)),
      );
      print(
        all.map((one) => withLimitList(one, options)),
        options,
      );
    },
  );

  ofOrg(leaf(key, 'revoke <ID>', 'revoke a key immediately and permanently')).action(
    async (id: string, options: Options) => {
      await using(options.org, (keys, organizationId) => keys.revoke(id, { organizationId }));
      print({ revoked: id }, options);
    },
  );

  return key;
}

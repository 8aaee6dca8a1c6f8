import { Command } from 'commander';
import type { Group, Groups } from '@app/accounts';
import { RATE_LIMIT_KINDS, SHARED_KINDS } from '@app/common';
import { print } from '../print';
import { addLimit, leaf, listAll, withLimitList } from './subcommands';

interface Options {
  json?: boolean;
  org: string;
}

/** Runs work on the groups of an organization, given with its id. */
const using = async <T>(
  org: string,
  work: (groups: Groups, organizationId: string) => Promise<T>,
): Promise<T> => (await import('../work/accounts.ts')).withGroups(org, work);

/** Runs work on one group, given by id or exact name. */
const usingOne = <T>(
  org: string,
  idOrName: string,
  work: (groups: Groups, group: Group & { organizationId: string }) => Promise<T>,
): Promise<T> =>
  using(org, async (groups, organizationId) =>
    work(groups, { ...(await groups.find(organizationId, idOrName)), organizationId }),
  );

const ofOrg = (command: Command): Command =>
  command.requiredOption('--org <ORG>', 'id or exact name of the organization');

/** `group create|list|delete|members|add|remove|limit` */
export function groupCommand(): Command {
  const group = new Command('group').description('manage groups of users; GROUP is an id or an exact name');

  ofOrg(leaf(group, 'create <NAME>', 'make a group')).action(async (name: string, options: Options) =>
    print(
      withLimitList(await using(options.org, (groups, id) => groups.create(id, { name })), options),
      options,
    ),
  );

  ofOrg(leaf(group, 'list', 'list all groups of an organization')).action(async (options: Options) => {
    const all = await using(options.org, (groups, id) => listAll((page) => groups.page(id, page)));
    print(
      all.map((one) => withLimitList(one, options)),
      options,
    );
  });

  ofOrg(leaf(group, 'delete <GROUP>', 'delete a group; its members stay users')).action(
    async (name: string, options: Options) => {
      await usingOne(options.org, name, (groups, one) => groups.remove(one));
      print({ deleted: name }, options);
    },
  );

  ofOrg(leaf(group, 'members <GROUP>', 'list the members of a group')).action(
    async (name: string, options: Options) =>
      print(
        await usingOne(options.org, name, (groups, one) => listAll((page) => groups.members(one, page))),
        options,
      ),
  );

  for (const [verb, what] of [
    ['add', 'add a user to a group'],
    ['remove', 'remove a user from a group'],
  ] as const)
    ofOrg(leaf(group, `${verb} <GROUP> <USERNAME>`, what)).action(
      async (name: string, userName: string, options: Options) => {
        await usingOne(options.org, name, (groups, one) => groups[`${verb}Member`](one, userName));
        print({ group: name, [verb === 'add' ? 'added' : 'removed']: userName }, options);
      },
    );

  ofOrg(
    addLimit<Options>(group, {
      subject: 'GROUP',
      kinds: RATE_LIMIT_KINDS.filter((kind) => !SHARED_KINDS.includes(kind)),
      change: (name, kind, rate, { org }) =>
        usingOne(org, name, (groups, one) => groups.change(one, { limits: { [kind]: rate ?? null } })),
    }),
  );

  return group;
}

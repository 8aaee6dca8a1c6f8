import { useQuery } from '@tanstack/react-query';
import { ask, client } from '../api/client';
import { rowsOfAll } from '../api/pages';
import { useSession } from '../session/session';

/** The kinds of subjects with usage or budgets that have a name. */
export type NamedKind = 'group' | 'user' | 'key';
export type Names = ReadonlyMap<string, string>;

const HOUR_MS = 60 * 60 * 1000;
const NO_NAMES: Names = new Map();

/**
 * Returns the names of all groups, users or keys of the organization by id. Returns none if the user may not read them,
 * for example an auditor, who sees ids.
 */
export function useNames(kind: NamedKind | undefined) {
  const { role } = useSession();
  return useQuery({
    queryKey: ['names', kind],
    queryFn: () => READ[kind!](),
    enabled: kind !== undefined && role === 'admin',
    placeholderData: NO_NAMES,
    gcTime: HOUR_MS,
  });
}

const READ: Readonly<Record<NamedKind, () => Promise<Names>>> = {
  group: async () => {
    const groups = await rowsOfAll((query) => ask(client.GET('/admin/v1/groups', { params: { query } })));
    return new Map(groups.map(({ id, name }) => [id, name]));
  },
  user: async () => {
    const users = await rowsOfAll((query) => ask(client.GET('/admin/v1/users', { params: { query } })));
    return new Map(users.map(({ id, user_name: name }) => [id, name]));
  },
  key: async () => {
    const keys = await rowsOfAll((query) => ask(client.GET('/admin/v1/keys', { params: { query } })));
    return new Map(keys.map(({ id, name }) => [id, name]));
  },
};

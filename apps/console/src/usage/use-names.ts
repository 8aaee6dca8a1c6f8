import { useQuery } from '@tanstack/react-query';
import { ask, client } from '../api/client';
import { useSession } from '../session/session';

/** The kinds of subjects with usage or budgets that have a name. */
export type NamedKind = 'group' | 'user' | 'key';
export type Names = ReadonlyMap<string, string>;

interface PageOf<Row> {
  data: Row[];
  next_cursor: string | null;
}

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
  group: () =>
    readAll(
      (query) => ask(client.GET('/admin/v1/groups', { params: { query } })),
      ({ id, name }) => [id, name],
    ),
  user: () =>
    readAll(
      (query) => ask(client.GET('/admin/v1/users', { params: { query } })),
      ({ id, user_name: name }) => [id, name],
    ),
  key: () =>
    readAll(
      (query) => ask(client.GET('/admin/v1/keys', { params: { query } })),
      ({ id, name }) => [id, name],
    ),
};

/** Reads all pages of a list one after another. */
async function readAll<Row>(
  read: (query: { limit: number; cursor?: string }) => Promise<PageOf<Row>>,
  entryOf: (row: Row) => [string, string],
): Promise<Names> {
  const names = new Map<string, string>();
  let cursor: string | null | undefined;
  do {
    const page = await read({ limit: 100, ...(cursor && { cursor }) });
    for (const row of page.data) names.set(...entryOf(row));
    cursor = page.next_cursor;
  } while (cursor);
  return names;
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { usePaged } from '../ui/paged';
import type { PasswordSetup, SetupKind } from './password-setup';

export type Person = Schemas['UserDto'];
export const PEOPLE_KEY = ['people'];

/** The limit of the service. */
const LONGEST_PAGE = 100;

/**
 * Returns people in the order in which they were added.
 *
 * @param needsAll whether all pages are loaded, because the page searches or orders them itself
 */
export function usePeople(needsAll: boolean) {
  const query = usePaged(PEOPLE_KEY, (cursor) =>
    ask(
      client.GET('/admin/v1/users', {
        params: { query: { limit: LONGEST_PAGE, ...(cursor && { cursor }) } },
      }),
    ),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (needsAll && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [needsAll, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

/** Returns an admin's actions on users. Each reloads the list. */
export function usePeopleChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: PEOPLE_KEY });
  const path = (id: string) => ({ path: { user_id: id } });
  return {
    create: useMutation({
      mutationFn: async ({ setup, ...body }: Schemas['CreateUserDto'] & { setup: SetupKind }) =>
        setup === 'invitation'
          ? (await ask(client.POST('/admin/v1/users/invite', { body }))).data
          : (await ask(client.POST('/admin/v1/users', { body }))).data,
      onSuccess,
    }),
    importAll: useMutation({
      mutationFn: async (body: Schemas['ImportUsersDto']) =>
        (await ask(client.POST('/admin/v1/users/import', { body }))).data,
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Schemas['ChangeUserDto'] & { id: string }) =>
        ask(client.PATCH('/admin/v1/users/{user_id}', { params: path(id), body })),
      onSuccess,
    }),
    resetPassword: useMutation({
      mutationFn: async ({ id, setup }: { id: string; setup: SetupKind }): Promise<PasswordSetup> =>
        setup === 'invitation'
          ? (await ask(client.POST('/admin/v1/users/{user_id}/invitation', { params: path(id) }))).data
          : (await ask(client.POST('/admin/v1/users/{user_id}/password', { params: path(id) }))).data,
      onSuccess,
    }),
    resetSecondFactor: async (id: string) => {
      await ask(client.DELETE('/admin/v1/users/{user_id}/second-factor', { params: path(id) }));
      await onSuccess();
    },
    remove: async (id: string) => {
      await ask(client.DELETE('/admin/v1/users/{user_id}', { params: path(id) }));
      await onSuccess();
    },
  };
}

/** Returns what names a person: the name, if they have one, and the address. */
export const nameOf = ({ display_name: name, user_name: address }: Person): string =>
  name === null ? address : `${name} (${address})`;

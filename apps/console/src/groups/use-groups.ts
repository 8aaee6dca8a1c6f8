import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { usePaged } from '../ui/paged';

export type Group = Schemas['GroupDto'];
const KEY = ['groups'];
const membersKey = (id: string) => ['group-members', id];

export const useGroups = () =>
  usePaged(KEY, (cursor) =>
    ask(client.GET('/admin/v1/groups', { params: { query: { ...(cursor && { cursor }) } } })),
  );

export const useMembers = (id: string) =>
  usePaged(membersKey(id), (cursor) =>
    ask(
      client.GET('/admin/v1/groups/{group_id}/members', {
        params: { path: { group_id: id }, query: { ...(cursor && { cursor }) } },
      }),
    ),
  );

/** Returns an admin's actions on groups. */
export function useGroupChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    save: useMutation({
      mutationFn: ({ id, name }: { id?: string; name: string }) =>
        ask(
          id
            ? client.PATCH('/admin/v1/groups/{group_id}', {
                params: { path: { group_id: id } },
                body: { name },
              })
            : client.POST('/admin/v1/groups', { body: { name } }),
        ),
      onSuccess,
    }),
    remove: async (id: string) => {
      await ask(client.DELETE('/admin/v1/groups/{group_id}', { params: { path: { group_id: id } } }));
      await onSuccess();
    },
  };
}

/** Returns actions that add a user to a group or remove them. */
export function useMembership(groupId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, belongs }: { userId: string; belongs: boolean }) => {
      const params = { path: { group_id: groupId, user_id: userId } };
      const path = '/admin/v1/groups/{group_id}/members/{user_id}';
      return ask(belongs ? client.PUT(path, { params }) : client.DELETE(path, { params }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: membersKey(groupId) }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { usePaged } from '../ui/paged';

/** The owner of keys: the user, or the organization through service accounts. */
export type Owner = 'own' | 'organization';

const keyOf = (owner: Owner) => ['keys', owner];

export const useKeys = (owner: Owner) =>
  usePaged(keyOf(owner), (cursor) => {
    const params = { query: { ...(cursor && { cursor }) } };
    return ask(
      owner === 'own' ? client.GET('/idm/v1/keys', { params }) : client.GET('/admin/v1/keys', { params }),
    );
  });

export function useCreateKey(owner: Owner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['CreateKeyDto']) =>
      (
        await ask(
          owner === 'own' ? client.POST('/idm/v1/keys', { body }) : client.POST('/admin/v1/keys', { body }),
        )
      ).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(owner) }),
  });
}

export function useRevokeKey(owner: Owner) {
  const queries = useQueryClient();
  return async (id: string) => {
    const params = { path: { key_id: id } };
    await ask(
      owner === 'own'
        ? client.DELETE('/idm/v1/keys/{key_id}', { params })
        : client.DELETE('/admin/v1/keys/{key_id}', { params }),
    );
    await queries.invalidateQueries({ queryKey: keyOf(owner) });
  };
}

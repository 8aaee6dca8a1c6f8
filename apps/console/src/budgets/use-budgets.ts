import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { usePaged } from '../ui/paged';

export type Budget = Schemas['BudgetDto'];
export type BudgetKind = Budget['kind'];
export const TOKENS = 'tokens';
const KEY = ['budgets'];
const OWN_KEY = ['own-budgets'];

/** Returns the budgets of the organization and of its groups, users and keys. */
export const useBudgets = () =>
  usePaged(KEY, (cursor) =>
    ask(client.GET('/admin/v1/budgets', { params: { query: { ...(cursor && { cursor }) } } })),
  );

/** Returns the budgets that the user's calls count toward. */
export const useOwnBudgets = () =>
  useQuery({
    queryKey: OWN_KEY,
    queryFn: async () => (await ask(client.GET('/ai/v1/budget'))).data,
  });

type Ref = Pick<Budget, 'kind' | 'subject_id'>;

/** Returns an admin's actions on budgets. Each reloads the list, and the budgets that count for the admin. */
export function useBudgetChanges() {
  const queries = useQueryClient();
  const onSuccess = () =>
    Promise.all([KEY, OWN_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  return {
    set: useMutation({
      mutationFn: ({ kind, subject_id, ...body }: Ref & Schemas['SetBudgetDto']) =>
        ask(
          client.PUT('/admin/v1/budgets/{kind}/{subject_id}', {
            params: { path: { kind, subject_id } },
            body,
          }),
        ),
      onSuccess,
    }),
    remove: async ({ kind, subject_id }: Ref) => {
      await ask(
        client.DELETE('/admin/v1/budgets/{kind}/{subject_id}', { params: { path: { kind, subject_id } } }),
      );
      await onSuccess();
    },
  };
}

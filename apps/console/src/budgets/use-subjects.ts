import { useQuery } from '@tanstack/react-query';
import { ask, client } from '../api/client';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { useNames, type Names } from '../usage/use-names';
import type { Budget, BudgetKind } from './use-budgets';

/** Whom an admin can give a budget, by kind and id; empty for who may not read them. */
export function useSubjects(): Readonly<Record<BudgetKind, Names>> {
  const { role } = useSession();
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await ask(client.GET('/admin/v1/organization'))).data,
    enabled: role === 'admin',
  });
  const [groups, users, keys] = [useNames('group'), useNames('user'), useNames('key')];
  return {
    organization: new Map(organization.data && [[organization.data.id, organization.data.name]]),
    group: groups.data ?? new Map(),
    user: users.data ?? new Map(),
    key: keys.data ?? new Map(),
  };
}

/** How whose budget it is is called; by the id where the name may not be read. */
export function useSubjectNames(): (budget: Budget) => string {
  const t = useTexts();
  const subjects = useSubjects();
  return ({ kind, subject_id: id }) =>
    subjects[kind].get(id) ?? (kind === 'organization' ? t.budgets.kinds.organization : id);
}

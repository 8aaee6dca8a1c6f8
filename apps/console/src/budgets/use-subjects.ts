import { useSession } from '../session/session';
import { useOrganization } from '../status/use-status';
import { useTexts } from '../texts';
import { useNames, type Names } from '../usage/use-names';
import type { Budget, BudgetKind } from './use-budgets';

/** Returns the possible subjects of a budget by kind and id; empty if the user may not read them. */
export function useSubjects(): Readonly<Record<BudgetKind, Names>> {
  const { role } = useSession();
  const organization = useOrganization(role === 'admin');
  const [groups, users, keys] = [useNames('group'), useNames('user'), useNames('key')];
  return {
    organization: new Map(organization.data && [[organization.data.id, organization.data.name]]),
    group: groups.data ?? new Map(),
    user: users.data ?? new Map(),
    key: keys.data ?? new Map(),
  };
}

/** Returns a function that names the subject of a budget, by its id if the user may not read its name. */
export function useSubjectNames(): (budget: Budget) => string {
  const t = useTexts();
  const subjects = useSubjects();
  return ({ kind, subject_id: id }) =>
    subjects[kind].get(id) ?? (kind === 'organization' ? t.budgets.kinds.organization : id);
}

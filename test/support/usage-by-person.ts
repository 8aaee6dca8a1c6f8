import type { TestSystem } from '@app/testing';

/** Sets whether an organization sees the usage of single users. */
export const showUsageByPerson = (
  { db }: Pick<TestSystem, 'db'>,
  organizationId: string,
  isShown = true,
): Promise<unknown> =>
  db.query('UPDATE organizations SET usage_by_person = $2 WHERE id = $1', [organizationId, isShown]);

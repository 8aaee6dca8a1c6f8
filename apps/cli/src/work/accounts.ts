import { runWith } from './run-with'; // First, for the settings that it reads first.
import { AccountsModule, ApiKeys, Groups, Organizations, Users } from '@app/accounts';
import { CoreModule } from '@app/core';

/** PostgreSQL alone: the first organization may be made before anything else is set. */
const PARTS = [CoreModule.withoutKeys('operator'), AccountsModule];

export const withOrganizations = <T>(work: (organizations: Organizations) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Organizations)));

export const withUsers = <T>(work: (users: Users) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Users)));

/** @param organization an id or exact name. @param work is given its id */
export const withGroups = <T>(
  organization: string,
  work: (groups: Groups, organizationId: string) => Promise<T>,
): Promise<T> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return work(app.get(Groups), id);
  });

/** @param organization an id or exact name. @param work is given its id */
export const withKeys = <T>(
  organization: string,
  work: (keys: ApiKeys, organizationId: string) => Promise<T>,
): Promise<T> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return work(app.get(ApiKeys), id);
  });

import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { AccountsModule, ApiKeys, Groups, Identities, Organizations, Users } from '@app/accounts';
import { CoreModule } from '@app/core';

/** Needs only PostgreSQL, so that the first organization can be created before other settings exist. */
const PARTS = [CoreModule.withoutKeys('operator'), AccountsModule];

export const withOrganizations = <T>(work: (organizations: Organizations) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Organizations)));

export const withUsers = <T>(work: (users: Users) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Users)));

export const withIdentities = <T>(work: (identities: Identities) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Identities)));

/**
 * Runs work on an organization's groups.
 *
 * @param organization an id or exact name
 * @param work receives the organization's id
 */
export const withGroups = <T>(
  organization: string,
  work: (groups: Groups, organizationId: string) => Promise<T>,
): Promise<T> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return work(app.get(Groups), id);
  });

/**
 * Runs work on an organization's keys.
 *
 * @param organization an id or exact name
 * @param work receives the organization's id
 */
export const withKeys = <T>(
  organization: string,
  work: (keys: ApiKeys, organizationId: string) => Promise<T>,
): Promise<T> =>
  runWith(PARTS, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return work(app.get(ApiKeys), id);
  });

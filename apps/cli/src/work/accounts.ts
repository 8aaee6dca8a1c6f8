import { runWith } from './run-with'; // First, for the settings that it reads first.
import { AccountsModule, Identities, Organizations, Users } from '@app/accounts';
import { CoreModule } from '@app/core';

/** PostgreSQL alone: the first organization may be made before anything else is set. */
const PARTS = [CoreModule.withoutKeys('operator'), AccountsModule];

export const withOrganizations = <T>(work: (organizations: Organizations) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Organizations)));

export const withUsers = <T>(work: (users: Users) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Users)));

export const withIdentities = <T>(work: (identities: Identities) => Promise<T>): Promise<T> =>
  runWith(PARTS, (app) => work(app.get(Identities)));

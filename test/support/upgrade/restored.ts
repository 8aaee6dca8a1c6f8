import { makeStores, startSystem, type TestStores, type TestSystem } from '@app/testing';
import { fixtureKeys } from './fixture';

/** The data of a release, migrated to this version, with programs that are not started yet. */
export interface Restored {
  stores: TestStores;
  system: TestSystem;
  stop(): Promise<void>;
}

/** @param env settings of the programs that differ from the defaults */
export async function restored(backup: string, env: Record<string, string> = {}): Promise<Restored> {
  const stores = await makeStores();
  const login = { username: 'privacy_chat_app', password: 'of-tests' };
  const settings = {
    DATABASE_URL: Object.assign(new URL(stores.ownerUrl), login).toString(),
    DATABASE_OWNER_URL: stores.ownerUrl,
    ENCRYPTION_KEYS: fixtureKeys(),
    ...env,
  };
  const system = await startSystem(settings, []);
  await system.cli(['backup', 'restore', backup, '--no-tombstones']);
  return {
    stores,
    system,
    stop: async () => {
      await system.stop();
      await stores.drop();
    },
  };
}

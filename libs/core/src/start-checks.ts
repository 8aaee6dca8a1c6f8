import type { INestApplicationContext } from '@nestjs/common';
import { DatabaseState } from '@app/common';
import { ConfigError } from '@app/config';
import { CheckMainKeys } from '@app/data-keys';

/**
 * Checks that all migrations have run, because a program never migrates by itself (contract: Running it).
 *
 * @throws ConfigError
 */
export async function assertMigrated(app: INestApplicationContext): Promise<void> {
  const pending = await app.get(DatabaseState, { strict: false }).pendingMigrations();
  if (pending.length > 0)
    throw new ConfigError(
      `DATABASE_URL: ${pending.length} migrations are pending; run npm run migrate first`,
    );
}

/**
 * Checks the start conditions before anything is served.
 *
 * @throws ConfigError if migrations are pending, or a main key does not fit
 */
export async function assertReady(app: INestApplicationContext): Promise<void> {
  await assertMigrated(app);
  await app.get(CheckMainKeys, { strict: false }).execute();
}

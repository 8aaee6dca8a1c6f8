import type { DataSource } from 'typeorm';
import { ConfigError } from '@app/config';
import { pendingMigrations } from './pending-migrations';

/** A program never migrates by itself: with migrations pending it does not start (contract: Running it). */
export async function assertMigrated(db: DataSource): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new ConfigError(
      `DATABASE_URL: ${pending.length} migrations are pending; run npm run migrate first`,
    );
}

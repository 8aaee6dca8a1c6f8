import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isWeakPassword, refuseWeak } from './weak-secrets';
import { integer, url } from './setting-types';

/** The address of PostgreSQL, and the number of connections of one process. */
export const databaseConfig = registerAs('database', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_OWNER_URL: url('postgres', 'postgresql').optional(),
    DATABASE_BACKUP_URL: url('postgres', 'postgresql').optional(),
    DATABASE_POOL_SIZE: integer(10, 2, 200),
  });
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, DATABASE_BACKUP_URL } = env;
  for (const [name, value] of Object.entries({ DATABASE_URL, DATABASE_OWNER_URL, DATABASE_BACKUP_URL }))
    if (value !== undefined)
      refuseWeak(env.NODE_ENV, name, isWeakPassword(value), 'a unique, long and random password');
  return {
    url: DATABASE_URL,
    /** The owner of the tables, for migrations and for commands on the audit trail. */
    ownerUrl: DATABASE_OWNER_URL,
    /** The read-only role of `backup create`; if absent, the owner of the tables. */
    backupUrl: env.DATABASE_BACKUP_URL,
    poolSize: env.DATABASE_POOL_SIZE,
  };
});
export type DatabaseConfig = ConfigType<typeof databaseConfig>;

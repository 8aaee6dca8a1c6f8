import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isWeakPassword, refuseWeak } from './weak-secrets';
import { integer, url } from './setting-types';

/** Where PostgreSQL is, and how many connections one process may hold. */
export const databaseConfig = registerAs('database', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_OWNER_URL: url('postgres', 'postgresql').optional(),
    DATABASE_POOL_SIZE: integer(10, 2, 200),
  });
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL } = env;
  for (const [name, value] of Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }))
    refuseWeak(env.NODE_ENV, name, isWeakPassword(value), 'a password of its own, long and random');
  return {
    url: DATABASE_URL,
    /** For migrations, and for commands on the audit trail: as the owner of the tables. */
    ownerUrl: DATABASE_OWNER_URL,
    poolSize: env.DATABASE_POOL_SIZE,
  };
});
export type DatabaseConfig = ConfigType<typeof databaseConfig>;

import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { refuseWeak } from './refuse-weak';
import { integer, url } from './setting-types';
import { isWeakPassword } from './weak-secrets';

/** Where PostgreSQL is, and how many connections one process may hold. */
export const databaseConfig = registerAs('database', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_POOL_SIZE: integer(10, 2, 200),
  });
  refuseWeak(
    env.NODE_ENV,
    'DATABASE_URL',
    isWeakPassword(env.DATABASE_URL),
    'a password of its own, long and random',
  );
  return { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE };
});
export type DatabaseConfig = ConfigType<typeof databaseConfig>;

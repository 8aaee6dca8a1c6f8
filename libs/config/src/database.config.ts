import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { integer, url } from './setting-types';

/** Where PostgreSQL is, and how many connections one process may hold. */
export const databaseConfig = registerAs('database', () => {
  const env = parseSettings({
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_POOL_SIZE: integer(10, 2, 200),
  });
  return { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE };
});
export type DatabaseConfig = ConfigType<typeof databaseConfig>;

import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client, Pool } from 'pg';

export interface TestStores {
  databaseUrl: string;
  redisUrl: string;
  redisPrefix: string;
  db: Pool;
  redis: Redis;
  drop(): Promise<void>;
}

/** A database and a key prefix of one's own on the servers that `npm test` started: suites do not meet. */
export async function makeStores(): Promise<TestStores> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL)
    throw new Error('Run this with npm test: it starts PostgreSQL and Redis');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(TEST_DATABASE_URL, `CREATE DATABASE ${name}`);
  const databaseUrl = Object.assign(new URL(TEST_DATABASE_URL), { pathname: `/${name}` }).toString();
  // A test may take the stores away: that is then no error of these two.
  const db = new Pool({ connectionString: databaseUrl, max: 3 }).on('error', () => undefined);
  const redis = new Redis(TEST_REDIS_URL).on('error', () => undefined);
  return {
    databaseUrl,
    redisUrl: TEST_REDIS_URL,
    redisPrefix: name,
    db,
    redis,
    drop: async () => {
      await db.end();
      await onServer(TEST_DATABASE_URL, `DROP DATABASE ${name} WITH (FORCE)`);
      const keys = await redis.keys(`*${name}*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

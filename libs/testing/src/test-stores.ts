import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client, Pool } from 'pg';
import { AdvisoryLock } from '@app/database';
import { runProgramToEnd } from './program';

export interface TestStores {
  /** The URL with the role of the programs. Without migrations that role is missing, and the role is the owner. */
  databaseUrl: string;
  /** The URL with the role of the owner, which `db` also uses. Row-level security does not apply to it. */
  ownerUrl: string;
  redisUrl: string;
  redisPrefix: string;
  db: Pool;
  redis: Redis;
  drop(): Promise<void>;
}

/**
 * Creates a database and a key prefix on the servers that `npm test` started, so that suites do not share data.
 *
 * @param options `migrated`: the database is a copy of one with all migrations
 */
export async function makeStores({ migrated = false } = {}): Promise<TestStores> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL)
    throw new Error('Run this with npm test: it starts PostgreSQL and Redis');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (migrated) await makeTemplate(TEST_DATABASE_URL);
  await onServer(
    TEST_DATABASE_URL,
    `CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY` : ''}`,
  );
  const ownerUrl = urlOf(TEST_DATABASE_URL, name);
  // A test may make the stores unreachable, which must not be an error of these two.
  const db = new Pool({ connectionString: ownerUrl, max: 3 }).on('error', () => undefined);
  const redis = new Redis(TEST_REDIS_URL).on('error', () => undefined);
  return {
    databaseUrl: migrated ? asProgram(ownerUrl) : ownerUrl,
    ownerUrl,
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

const TEMPLATE = 'migrated_template';

/** Migrates once for a whole run. Concurrent callers wait. */
async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.testTemplate]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    // Renamed when it is complete, so that a failed migration leaves no template.
    const unfinished = `${TEMPLATE}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await runProgramToEnd('dist/apps/cli/src/migrate.js', [], {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: asProgram(urlOf(serverUrl, unfinished)),
      DATABASE_OWNER_URL: urlOf(serverUrl, unfinished),
    });
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}

const urlOf = (serverUrl: string, database: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${database}` }).toString();

/** Returns the URL with the role of the programs, which migrations create as they do for operators. */
const asProgram = (ownerUrl: string): string =>
  Object.assign(new URL(ownerUrl), { username: 'privacy_chat_app', password: 'of-tests' }).toString();

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

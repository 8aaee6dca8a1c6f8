import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { httpConfig } from '@app/config';
import { migrate, MIGRATION_NAMES, revertAll } from '@app/database';
import { QUEUE_NAMES } from '@app/queue';
import { eventually, makeStores, runProgramToEnd, type TestStores } from '@app/testing';
import { ApiModule } from '../../apps/api/src/api.module';
import { WorkerModule } from '../../apps/worker/src/worker.module';

describe('migrations', () => {
  let stores: TestStores;

  beforeAll(async () => {
    stores = await makeStores();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    Object.assign(process.env, {
      DATABASE_URL: stores.databaseUrl,
      REDIS_URL: stores.redisUrl,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      JWT_KEYS: `test:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
      LOG_LEVEL: 'silent',
    });
  });
  afterAll(() => stores.drop());

  const config = () => ({ url: stores.databaseUrl, poolSize: 3 });

  it('run once, also if several machines run them at the same time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => migrate(config())));
    expect(runs.map((ran) => ran.length > 0).filter(Boolean)).toHaveLength(1);
    expect(await migrate(config())).toEqual([]);
  });

  it('wait for a database that is starting', async () => {
    const { hostname, port } = new URL(stores.databaseUrl);
    let attempts = 0;
    const starting = createServer((client) => {
      attempts += 1;
      const store = attempts === 1 ? client.destroy() : connect(Number(port), hostname);
      client.pipe(store).pipe(client);
    });
    await once(starting.listen(0, '127.0.0.1'), 'listening');
    const address = starting.address() as AddressInfo;
    const url = Object.assign(new URL(stores.databaseUrl), { hostname: '127.0.0.1', port: address.port });
    const env = { ...process.env, DATABASE_URL: String(url) };
    expect(await runProgramToEnd('dist/apps/cli/src/migrate.js', [], env)).toMatch('nothing to migrate');
    expect(attempts).toBeGreaterThan(1);
    starting.close();
  });

  it('match the entities of both programs', async () => {
    for (const module of [ApiModule.register(httpConfig()), WorkerModule.register(QUEUE_NAMES)]) {
      const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
      const { upQueries } = await app.get(DataSource).driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      await app.close();
    }
  });

  it('give way to a request that holds a table and needs another one', async () => {
    const db = await new DataSource({ type: 'postgres', url: stores.databaseUrl }).initialize();
    await revertAll(config());
    const fencing = MIGRATION_NAMES.findIndex((name) => name.startsWith('FenceAccountsAndAudit'));
    await migrate(config(), MIGRATION_NAMES.slice(0, fencing));
    const request = db.createQueryRunner();
    await request.startTransaction();
    await request.query('SELECT FROM audit_events');
    const migrating = migrate(config());
    await eventually(async () => {
      const waiting = await stores.db.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'audit_events'::regclass`,
      );
      expect(waiting.rowCount).toBe(1);
    });
    // The migration has locked this table.
    await request.query('SELECT FROM groups');
    await request.commitTransaction();
    expect(await migrating).toEqual(MIGRATION_NAMES.slice(fencing));
    await db.destroy();
  });

  it('can each be reverted and run again', async () => {
    const before = await schema();
    await revertAll(config());
    expect(await schema()).toEqual([]);
    await migrate(config());
    expect(await schema()).toEqual(before);
  });

  const schema = async (): Promise<string[]> => {
    const { rows } = await stores.db.query<{ line: string }>(`
      SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
      UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND conrelid <> 'migrations'::regclass
      ORDER BY line`);
    return rows.map(({ line }) => line);
  };
});

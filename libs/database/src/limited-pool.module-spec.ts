import { DataSource } from 'typeorm';
import { makeStores, startRelay, type Relay, type TestStores } from '@app/testing';
import { dataSourceOptions } from './data-source-options';
import { isDatabaseAway } from './database-errors';
import { PostgresState } from './database.module';
import { LimitedPool } from './limited-pool';

const ANSWER_MS = 300;

let stores: TestStores;
beforeAll(async () => {
  stores = await makeStores();
});
afterAll(() => stores?.drop());

describe('LimitedPool', () => {
  let pool: LimitedPool;
  beforeEach(() => {
    pool = new LimitedPool({ connectionString: stores.databaseUrl, max: 1, answerWithinMs: ANSWER_MS });
    pool.on('error', () => undefined);
  });
  afterEach(() => pool.end());

  const backend = async (): Promise<number> =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

  it('ends a connection on which a statement gets no answer in time, and uses another one then', async () => {
    const first = await backend();
    const silent = await pool.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
    expect(silent).toMatchObject({ code: 'ETIMEDOUT' });
    expect(isDatabaseAway(silent)).toBe(true);
    expect(await backend()).not.toBe(first);
  });

  it('keeps a connection that no statement uses, and ends it at the next statement without an answer', async () => {
    const first = await backend();
    await stores.db.query('SELECT pg_sleep($1)', [(2 * ANSWER_MS) / 1_000]);
    expect(await backend()).toBe(first);
    await stores.db.query('SELECT pg_sleep($1)', [(2 * ANSWER_MS) / 1_000]);
    await expect(pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('lends no connection while PostgreSQL is known to be away', async () => {
    pool.isAway = true;
    const refused = expect.objectContaining({ code: 'unavailable', details: { retryAfterS: 5 } });
    await expect(pool.connect()).rejects.toEqual(refused);
    await expect(pool.query('SELECT 1')).rejects.toEqual(refused);
    pool.isAway = false;
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('PostgresState, while PostgreSQL hangs', () => {
  let relay: Relay;
  let db: DataSource;
  let state: PostgresState;
  beforeAll(async () => {
    relay = await startRelay(stores.databaseUrl);
    db = await new DataSource(dataSourceOptions({ url: relay.url, poolSize: 2 })).initialize();
    state = new PostgresState(db);
  });
  afterAll(async () => {
    await state.onApplicationShutdown();
    await db.destroy();
    await relay.cut();
  });

  it('makes statements fail at once instead of waiting for an answer, until it answers again', async () => {
    expect(await state.isWritable()).toBe(true);
    relay.freeze();
    await expect(state.isWritable()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject({ code: 'unavailable' });
    relay.thaw();
    expect(await state.isWritable()).toBe(true);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves the pool open if the server refuses a statement', async () => {
    await stores.db.query('DROP TABLE IF EXISTS migrations; CREATE TABLE migrations (id int)');
    await expect(state.pendingMigrations()).rejects.toMatchObject({ code: '42703' });
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

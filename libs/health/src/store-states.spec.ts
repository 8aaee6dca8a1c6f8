import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { StoreUnavailable, type DatabaseState } from '@app/common';
import type { Log, LogFields, Shutdown } from '@app/observability';
import { FilesUnavailable, type FileStoreOwner } from '@app/storage';
import { StoreStates } from './store-states';

type Line = LogFields & { event: string };

/** Returns stores that a test can stop, and the log lines about them. */
function scene() {
  const lines: Line[] = [];
  const note = (event: string, fields: LogFields): void => void lines.push({ event, ...fields });
  const shutdown = { begun: false };
  const database = {
    isWritable: async (): Promise<boolean> => true,
    pendingMigrations: async (): Promise<string[]> => [],
  };
  const redis = Object.assign(new EventEmitter(), {
    status: 'ready',
    set: async (): Promise<string> => 'OK',
  });
  const owner = { check: async (): Promise<void> => undefined };
  const states = new StoreStates(
    database as unknown as DatabaseState,
    redis as unknown as Redis,
    owner as unknown as FileStoreOwner,
    shutdown as Shutdown,
    { info: note, warn: note } as unknown as Log,
  );
  return { states, database, redis, owner, shutdown, lines };
}

const away = (code: string) => async (): Promise<boolean> => {
  throw Object.assign(new Error('connect 10.0.0.5'), { code });
};
const ANSWERS: Readonly<Record<string, () => Promise<boolean>>> = {
  up: async () => true,
  down: away('ECONNREFUSED'),
  'read-only': async () => false,
};

describe('StoreStates', () => {
  it('logs an unreachable PostgreSQL and its recovery, with the code and the time', async () => {
    const { states, database, lines } = scene();
    expect(await states.postgres()).toBe('up');
    database.isWritable = away('57P03');
    expect(await states.postgres()).toBe('down');
    database.isWritable = async () => true;
    expect(await states.postgres()).toBe('up');
    expect(lines).toEqual([
      { event: 'store.away', store: 'postgres', reason: 'down', code: '57P03' },
      { event: 'store.back', store: 'postgres', seconds: expect.any(Number), code: '57P03' },
    ]);
  });

  it('logs one line per change, however often it is checked', async () => {
    const asked = fc.array(fc.constantFrom('up', 'down', 'read-only'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(asked, async (statuses) => {
        const { states, database, lines } = scene();
        for (const status of statuses) {
          database.isWritable = ANSWERS[status]!;
          await Promise.all([states.postgres(), states.postgres()]);
        }
        const changes = statuses.filter((status, i) => status !== (statuses[i - 1] ?? 'up'));
        expect(lines.map(({ event, reason }) => reason ?? event)).toEqual(
          changes.map((status) => (status === 'up' ? 'store.back' : status)),
        );
      }),
    );
  });

  it('logs a refused Redis password once, and the recovery, when no client asks for health', () => {
    const { states, redis, lines } = scene();
    states.onApplicationBootstrap();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      redis.status = 'reconnecting';
      redis.emit('error', Object.assign(new Error('WRONGPASS invalid'), { name: 'ReplyError' }));
      redis.emit('close');
    }
    expect(states.redisStatus).toBe('degraded');
    redis.status = 'ready';
    redis.emit('ready');
    expect(lines).toEqual([
      { event: 'store.away', store: 'redis', reason: 'down', code: 'WRONGPASS' },
      { event: 'store.back', store: 'redis', seconds: expect.any(Number), code: 'WRONGPASS' },
    ]);
    return states.beforeApplicationShutdown();
  });

  it.each(['OOM', 'READONLY', 'MISCONF'])(
    'reports a Redis that answers and refuses writes (%s) until it accepts them again',
    async (code) => {
      const { states, redis, lines } = scene();
      const accept = redis.set;
      redis.set = async () => {
        throw Object.assign(new Error(`${code} command not allowed`), { name: 'ReplyError' });
      };
      await states.probeRedis();
      await states.probeRedis();
      expect(states.redisStatus).toBe('degraded');
      redis.set = accept;
      await states.probeRedis();
      expect(states.redisStatus).toBe('up');
      expect(lines).toEqual([
        { event: 'store.away', store: 'redis', reason: 'read-only', code },
        { event: 'store.back', store: 'redis', seconds: expect.any(Number), code },
      ]);
    },
  );

  it('reports a Redis that does not answer in time as such', async () => {
    const { states, redis, lines } = scene();
    states.onApplicationBootstrap();
    redis.status = 'reconnecting';
    redis.emit('error', new Error("Socket timeout. Expecting data, but didn't receive any in 1000ms."));
    redis.emit('close');
    expect(lines).toEqual([{ event: 'store.away', store: 'redis', reason: 'down', code: 'ETIMEDOUT' }]);
    await states.beforeApplicationShutdown();
  });

  it('reports a file store that is not that of this installation, until it is', async () => {
    const { states, owner, lines } = scene();
    owner.check = async () => {
      throw new FilesUnavailable('unmarked');
    };
    await states.files();
    await states.files();
    expect(states.filesStatus).toBe('down');
    owner.check = async () => undefined;
    await states.files();
    expect(states.filesStatus).toBe('up');
    expect(lines).toEqual([
      { event: 'store.away', store: 'files', reason: 'unmarked' },
      { event: 'store.back', store: 'files', seconds: expect.any(Number) },
    ]);
  });

  it('does not report the file store if PostgreSQL is down before the id of the installation is known', async () => {
    const { states, owner, lines } = scene();
    owner.check = async () => {
      throw new StoreUnavailable('The service cannot reach its database');
    };
    await states.files();
    expect([states.filesStatus, lines]).toEqual(['up', []]);
  });

  it('logs nothing about a store after the process itself has closed its connections', async () => {
    const { states, redis, shutdown, lines } = scene();
    states.onApplicationBootstrap();
    shutdown.begun = true;
    redis.status = 'end';
    redis.emit('close');
    expect(lines).toEqual([]);
    await states.beforeApplicationShutdown();
  });
});

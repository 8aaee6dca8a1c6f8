import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { codeOf, DatabaseState } from '@app/common';
import { Log, Shutdown } from '@app/observability';
import { REDIS } from '@app/queue';
import { FilesUnavailable, FileStoreOwner } from '@app/storage';

export type PostgresStatus = 'up' | 'down' | 'read-only' | 'unmigrated';
export type RedisStatus = 'up' | 'degraded';
export type FilesStatus = 'up' | 'down';
type Store = 'postgres' | 'redis' | 'files';

/** How often the stores are checked. Redis also reports lost connections itself. */
const INTERVAL_MS = 3_000;
/** A key that is written to learn whether Redis accepts writes. A full or read-only Redis still answers reads. */
const PROBE = 'health:probe';

/** An outage of a store: its start, its reason, and the code of the error. */
interface Absence {
  since: number;
  reason: string;
  code: string | undefined;
}

/**
 * Tracks whether this process can use its stores, and logs each change once (`store.away`, `store.back`). It checks
 * periodically, so that the log is complete when no client asks for health.
 */
@Injectable()
export class StoreStates implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly absences = new Map<Store, Absence>();
  private migrated = false;
  private redisCode: string | undefined;
  /** The code with which Redis refused the last write, such as `OOM` or `READONLY`. */
  private refused: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<unknown> | undefined;
  private probing: Promise<void> | undefined;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly database: DatabaseState,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly owner: FileStoreOwner,
    private readonly shutdown: Shutdown,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.redis.on('error', this.noteRedisError).on('close', this.noteRedis).on('ready', this.noteRedis);
    this.timer = setInterval(() => {
      this.asking ??= this.postgres().finally(() => (this.asking = undefined));
      // A store that does not answer must not delay the checks of the others.
      this.probing ??= this.probeRedis().finally(() => (this.probing = undefined));
      this.checkFiles();
    }, INTERVAL_MS);
    this.checkFiles();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.redis.off('error', this.noteRedisError).off('close', this.noteRedis).off('ready', this.noteRedis);
    await Promise.all([this.asking, this.checking]);
  }

  get redisStatus(): RedisStatus {
    return this.redis.status === 'ready' && this.refused === undefined ? 'up' : 'degraded';
  }

  get filesStatus(): FilesStatus {
    return this.absences.has('files') ? 'down' : 'up';
  }

  private checkFiles(): void {
    this.checking ??= this.files().finally(() => (this.checking = undefined));
  }

  /** Checks that the file store is that of this installation. Never rejects. */
  async files(): Promise<void> {
    try {
      await this.owner.check();
      this.note('files', 'up');
    } catch (error) {
      // Until the id of the installation is known, an error may also be that of PostgreSQL, which is noted as such.
      if (error instanceof FilesUnavailable) this.note('files', error.reason, codeOf(error.cause));
    }
  }

  /** Checks whether Redis accepts writes. Never rejects. */
  async probeRedis(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    try {
      await this.redis.set(PROBE, '', 'PX', 2 * INTERVAL_MS);
      this.refused = undefined;
    } catch (error) {
      // A connection that was lost meanwhile is reported as such.
      if (this.redis.status !== 'ready') return;
      this.refused = codeOf(error) ?? 'unknown';
    }
    this.noteRedis();
  }

  /** Checks PostgreSQL. Never rejects. */
  async postgres(): Promise<PostgresStatus> {
    try {
      const status = await this.ask();
      this.note('postgres', status);
      return status;
    } catch (error) {
      this.note('postgres', 'down', codeOf(error));
      return 'down';
    }
  }

  private async ask(): Promise<PostgresStatus> {
    if (!(await this.database.isWritable())) return 'read-only';
    this.migrated ||= (await this.database.pendingMigrations()).length === 0;
    return this.migrated ? 'up' : 'unmigrated';
  }

  private readonly noteRedisError = (error: unknown): void => {
    this.redisCode = codeOf(error) ?? (isTimeout(error) ? 'ETIMEDOUT' : undefined);
  };

  private readonly noteRedis = (): void => {
    if (this.redis.status !== 'ready') return this.note('redis', 'down', this.redisCode);
    this.redisCode = undefined;
    if (this.refused === undefined) this.note('redis', 'up');
    else this.note('redis', 'read-only', this.refused);
  };

  /** Concurrent calls may report the same change. Only the first one differs from the known state. */
  private note(store: Store, status: string, code?: string): void {
    const absence = this.absences.get(store);
    if (this.shutdown.begun || status === (absence?.reason ?? 'up')) return;
    if (status === 'up') {
      this.absences.delete(store);
      this.log.info('store.back', { store, ...secondsOf(absence!), ...codeField(absence!.code) });
    } else {
      this.absences.set(store, { since: absence?.since ?? Date.now(), reason: status, code });
      this.log.warn('store.away', { store, reason: status, ...codeField(code) });
    }
  }
}

const secondsOf = ({ since }: Absence): { seconds: number } => ({
  seconds: Math.round((Date.now() - since) / 1_000),
});
/** ioredis ends a connection without an answer in time with an error that only its message identifies. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Socket timeout');
const codeField = (code: string | undefined): { code?: string } => (code === undefined ? {} : { code });

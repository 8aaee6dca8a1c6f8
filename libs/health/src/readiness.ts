import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DatabaseState } from '@app/common';
import { Log, Shutdown } from '@app/observability';
import { REDIS } from '@app/queue';

export interface ReadinessReport {
  status: 'ready' | 'unready';
  postgres: 'up' | 'down' | 'unmigrated';
  /** Away, the service goes on: limits count per process, and sweeps ring for the queue (contract: Addresses and the envelope). */
  redis: 'up' | 'degraded';
}

/** Whether a request would succeed: PostgreSQL answers, its migrations ran, and this process is not stopping. */
@Injectable()
export class Readiness {
  private migrated = false;

  constructor(
    private readonly database: DatabaseState,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly shutdown: Shutdown,
    private readonly log: Log,
  ) {}

  async report(): Promise<ReadinessReport> {
    const postgres = await this.postgres();
    return {
      status: postgres === 'up' && !this.shutdown.begun ? 'ready' : 'unready',
      postgres,
      redis: this.redis.status === 'ready' ? 'up' : 'degraded',
    };
  }

  private async postgres(): Promise<ReadinessReport['postgres']> {
    try {
      await this.database.ping();
      this.migrated ||= (await this.database.pendingMigrations()).length === 0;
      return this.migrated ? 'up' : 'unmigrated';
    } catch (error) {
      this.log.error('health.postgres', error);
      return 'down';
    }
  }
}

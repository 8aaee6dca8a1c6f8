import { Controller, Get, Inject, Injectable, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { Public } from '@app/auth';
import { DatabaseState } from '@app/common';
import { Log, Shutdown } from '@app/observability';
import { REDIS } from '@app/queue';

export interface ReadinessReport {
  status: 'ready' | 'unready';
  postgres: 'up' | 'down' | 'read-only' | 'unmigrated';
  /** Away, the service goes on: limits count per process, and sweeps ring for the queue (contract: Addresses and the envelope). */
  redis: 'up' | 'degraded';
}

/** Reports whether a request would succeed: PostgreSQL accepts writes, its migrations ran, and this process is not stopping. */
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
      if (!(await this.database.isWritable())) return 'read-only';
      this.migrated ||= (await this.database.pendingMigrations()).length === 0;
      return this.migrated ? 'up' : 'unmigrated';
    } catch (error) {
      this.log.error('health.postgres', error);
      return 'down';
    }
  }
}

@ApiTags('operation')
@ApiSecurity({})
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  @ApiResponse({ status: 200, schema: { example: { status: 'live' } } })
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'A request would succeed: PostgreSQL accepts writes and is migrated' })
  @ApiResponse({ status: 200, schema: { example: { status: 'ready', postgres: 'up', redis: 'up' } } })
  @ApiResponse({
    status: 503,
    schema: { example: { status: 'unready', postgres: 'down', redis: 'up' } },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    if (report.status === 'unready') response.status(503);
    return report;
  }
}

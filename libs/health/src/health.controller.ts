import { Controller, Get, Injectable, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '@app/auth';
import { COMMIT, VERSION } from '@app/common';
import { Shutdown } from '@app/observability';
import { ServiceMode } from '@app/operation';
import { StoreStates, type FilesStatus, type PostgresStatus, type RedisStatus } from './store-states';

export interface ReadinessReport {
  status: 'ready' | 'unready';
  postgres: PostgresStatus;
  /**
   * If it is unreachable, the service continues: each process counts limits itself, and sweeps replace queue
   * notifications (contract: Addresses and the envelope).
   */
  redis: RedisStatus;
  /** While it cannot be used, requests with files are answered with 503, and all others go on. */
  files: FilesStatus;
  /** Only while it is on: the service only shows and deletes data. */
  maintenance?: true;
  version: string;
  /** The commit of the sources; `unknown` if the build had no repository. */
  commit: string;
}

/** Reports whether a request would succeed: PostgreSQL accepts writes, its migrations ran, and this process is not stopping. */
@Injectable()
export class Readiness {
  constructor(
    private readonly stores: StoreStates,
    private readonly shutdown: Shutdown,
    private readonly mode: ServiceMode,
  ) {}

  async report(): Promise<ReadinessReport> {
    const postgres = await this.stores.postgres();
    return {
      status: postgres === 'up' && !this.shutdown.begun ? 'ready' : 'unready',
      postgres,
      redis: this.stores.redisStatus,
      files: this.stores.filesStatus,
      ...(this.mode.inMaintenance && { maintenance: true }),
      version: VERSION,
      commit: COMMIT,
    };
  }
}

/** An example answer for the OpenAPI document. */
const EXAMPLE = { version: VERSION, commit: '3f1c2b7a9d04e8c65b1f7a2d9e0c4b8a6f5d3e21' };

@ApiTags('operation')
@ApiSecurity({})
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'The process runs' })
  @ApiResponse({ status: 200, schema: { example: { status: 'live' } } })
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'A request would succeed: PostgreSQL accepts writes and is migrated',
  })
  @ApiResponse({
    status: 200,
    schema: { example: { status: 'ready', postgres: 'up', redis: 'up', files: 'up', ...EXAMPLE } },
  })
  @ApiResponse({
    status: 503,
    schema: { example: { status: 'unready', postgres: 'down', redis: 'up', files: 'up', ...EXAMPLE } },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    if (report.status === 'unready') response.status(503);
    return report;
  }
}

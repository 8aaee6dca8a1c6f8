import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '@app/auth';
import { Readiness, type ReadinessReport } from './readiness';

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
  @ApiOperation({ summary: 'A request would succeed: PostgreSQL is there and migrated' })
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

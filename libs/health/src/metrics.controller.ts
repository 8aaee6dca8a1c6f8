import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { Public } from '@app/auth';
import { AppError } from '@app/common';
import { runtimeConfig, type RuntimeConfig } from '@app/config';
import { Metrics } from '@app/observability';

export const METRICS_OPEN = Symbol('METRICS_OPEN');

/** Headers by which a proxy is recognized. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(runtimeConfig.KEY) private readonly config: RuntimeConfig,
    @Inject(METRICS_OPEN) private readonly open: boolean,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async scrape(@Req() request: Request): Promise<string> {
    if (!this.mayRead(request))
      throw new AppError('forbidden', 'Metrics are for the operator: send METRICS_TOKEN as bearer token');
    return this.metrics.registry.metrics();
  }

  private mayRead({ headers, socket }: Request): boolean {
    const { metricsToken } = this.config;
    if (metricsToken) return equal(headers.authorization ?? '', `Bearer ${metricsToken}`);
    // Behind a proxy on this machine, all clients have a loopback address.
    const isDirect = !FORWARDED.some((name) => headers[name] !== undefined);
    return (
      this.open || (isDirect && ipaddr.process(socket.remoteAddress ?? '0.0.0.0').range() === 'loopback')
    );
  }
}

/** Compares in constant time. Hashing first gives equal lengths. */
const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

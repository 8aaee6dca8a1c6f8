import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, type Owner } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { REDIS } from '@app/redis';
import { RATE_LIMIT, RATE_LIMITS, type RateLimitKind } from './rate-limit.decorator';

/** Counts requests in Redis for all api processes; while Redis is away each process counts for itself (contract 1). */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiters: ReadonlyMap<RateLimitKind, RateLimiterRedis>;

  constructor(
    private readonly reflector: Reflector,
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    @Inject(REDIS) redis: Redis,
  ) {
    this.limiters = new Map(
      (Object.keys(RATE_LIMITS) as RateLimitKind[]).map((kind) => {
        const limit = { points: RATE_LIMITS[kind].perMinute, duration: 60, keyPrefix: `rate:${kind}` };
        const insuranceLimiter = new RateLimiterMemory(limit);
        return [kind, new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter })];
      }),
    );
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const kind = this.reflector.get<RateLimitKind | undefined>(RATE_LIMIT, context.getHandler());
    if (!kind || !this.config.rateLimits) return true;
    const { user } = context.switchToHttp().getRequest<Request & { user: Owner }>();
    const response = context.switchToHttp().getResponse<Response>();
    try {
      const { remainingPoints } = await this.limiters.get(kind)!.consume(user[RATE_LIMITS[kind].per]);
      response.setHeader('X-RateLimit-Remaining', String(remainingPoints));
      return true;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfterS = Math.ceil(refusal.msBeforeNext / 1000);
      const message = `Too many requests: ${RATE_LIMITS[kind].perMinute} a minute are allowed; try again in ${retryAfterS} s`;
      throw new AppError('too_many_requests', message, { retryAfterS });
    }
  }
}

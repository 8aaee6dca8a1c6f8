import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, networkOf, type Owner } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { REDIS } from '@app/redis';
import { RATE_LIMIT, RATE_LIMITS, USERS_PER_ADDRESS, type RateLimitKind } from './rate-limit.decorator';

interface Limiters {
  caller: RateLimiterRedis;
  address: RateLimiterRedis;
}

/**
 * Counts requests per caller and per network address in Redis, for all api processes; while Redis is away each process
 * counts for itself (contract 1). Addresses are counted under keyed hashes.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiters: ReadonlyMap<RateLimitKind, Limiters>;

  constructor(
    private readonly reflector: Reflector,
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    @Inject(REDIS) redis: Redis,
    private readonly ring: KeyRing,
  ) {
    this.limiters = new Map(
      (Object.keys(RATE_LIMITS) as RateLimitKind[]).map((kind) => {
        const { perMinute } = RATE_LIMITS[kind];
        const caller = limiter(redis, `rate:${kind}`, perMinute);
        const address = limiter(redis, `rate-address:${kind}`, perMinute * USERS_PER_ADDRESS);
        return [kind, { caller, address }];
      }),
    );
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const kind = this.reflector.get<RateLimitKind | undefined>(RATE_LIMIT, context.getHandler());
    if (!kind || !this.config.rateLimits) return true;
    const { user, ip } = context.switchToHttp().getRequest<Request & { user: Owner }>();
    const { caller, address } = this.limiters.get(kind)!;
    const remaining = await consume(caller, user[RATE_LIMITS[kind].per]);
    context.switchToHttp().getResponse<Response>().setHeader('X-RateLimit-Remaining', String(remaining));
    await consume(address, this.ring.hash('rate-limit-address', networkOf(ip ?? '')), ' from one address');
    return true;
  }
}

const limiter = (redis: Redis, keyPrefix: string, points: number): RateLimiterRedis => {
  const limit = { points, duration: 60, keyPrefix };
  return new RateLimiterRedis({
    ...limit,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
};

/** @returns how many more there may be in this minute. @throws AppError `too_many_requests` */
async function consume(limiter: RateLimiterRedis, key: string, whence = ''): Promise<number> {
  try {
    return (await limiter.consume(key)).remainingPoints;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterS = Math.ceil(refusal.msBeforeNext / 1000);
    const message = `Too many requests${whence}: ${limiter.points} a minute are allowed; try again in ${retryAfterS} s`;
    throw new AppError('too_many_requests', message, { retryAfterS });
  }
}

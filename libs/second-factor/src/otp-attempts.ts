import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@app/common';
import { rateLimitsConfig, type RateLimitsConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { REDIS } from '@app/queue';

/**
 * Limits wrong codes per user, from wherever they come: only who knows the password gets to try one, so that a
 * stranger can lock nobody out. Counted in Redis for all processes; while Redis is away, in each process.
 */
@Injectable()
export class OtpAttempts {
  private readonly limiter: RateLimiterRedis;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly keyRing: KeyRing,
    @Inject(rateLimitsConfig.KEY) { failedLogins }: Pick<RateLimitsConfig, 'failedLogins'>,
  ) {
    const limits = { keyPrefix: 'otp', points: failedLogins.points, duration: failedLogins.seconds };
    this.limiter = new RateLimiterRedis({
      ...limits,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
  }

  /**
   * Runs `work`, which counts unless it returns true: before it runs, so that many at once get no more guesses.
   *
   * @throws AppError `too_many_requests`, without running `work`; whatever `work` throws
   */
  async count(userId: string, work: () => Promise<boolean>): Promise<boolean> {
    const key = this.keyRing.hash('otp', userId);
    await this.limiter.consume(key).catch((rejected: unknown) => {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw new AppError('too_many_failures', 'Too many wrong codes; try again later', {
        retryAfterS: Math.ceil(rejected.msBeforeNext / 1000),
      });
    });
    const isRight = await work();
    if (isRight) await this.limiter.reward(key);
    return isRight;
  }
}

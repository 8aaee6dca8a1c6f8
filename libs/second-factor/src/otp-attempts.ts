import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@app/common';
import { rateLimitsConfig, type RateLimitsConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { REDIS } from '@app/queue';

/**
 * Limits wrong codes per user, from all addresses. An attempt requires the password, so an attacker without it cannot
 * lock a user out. Counted in Redis for all processes; while Redis is unreachable, in each process.
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
   * Runs `work` and counts a failure unless it returns true. The attempt is counted before `work` runs, so that
   * concurrent attempts get no more guesses.
   *
   * @throws AppError `too_many_requests`, without running `work`; errors of `work`
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

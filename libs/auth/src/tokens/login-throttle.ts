import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, networkOf } from '@app/common';
import { KeyRing } from '@app/crypto';
import { REDIS } from '@app/redis';

const WINDOW_S = 15 * 60;

export interface LoginAttempt {
  /** In the form in which names are compared. */
  userName: string;
  address: string;
}

interface Reservation {
  limiter: RateLimiterRedis;
  key: string;
}

/**
 * Limits failed logins per user name and address together, and per address, so that nobody can lock a user out
 * from elsewhere (contract 2). Counted in Redis for all processes; while Redis is away, in each process.
 */
@Injectable()
export class LoginThrottle {
  private readonly perUserAndAddress: RateLimiterRedis;
  private readonly perAddress: RateLimiterRedis;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly ring: KeyRing,
  ) {
    this.perUserAndAddress = limiter(redis, 'login-user', 10);
    this.perAddress = limiter(redis, 'login-address', 100);
  }

  /**
   * Runs `work`, which counts as a failure where it throws `unauthenticated`. Each attempt is counted before
   * it runs and taken back unless it failed: many at once get no more guesses than one after another.
   *
   * @throws AppError `too_many_requests`, without running `work`; whatever `work` throws
   */
  async countFailures<T>({ userName, address }: LoginAttempt, work: () => Promise<T>): Promise<T> {
    const network = networkOf(address);
    const reservations: Reservation[] = [];
    try {
      await this.reserve(reservations, this.perUserAndAddress, `${userName}\n${network}`);
      await this.reserve(reservations, this.perAddress, network);
      const result = await work();
      await giveBack(reservations);
      return result;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unauthenticated')) await giveBack(reservations);
      throw error;
    }
  }

  private async reserve(taken: Reservation[], limiter: RateLimiterRedis, subject: string): Promise<void> {
    const key = this.ring.hash('login-throttle', subject);
    try {
      await limiter.consume(key);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw new AppError('too_many_requests', 'Too many failed logins; try again later', {
        retryAfterS: Math.ceil(rejected.msBeforeNext / 1000),
      });
    }
    taken.push({ limiter, key });
  }
}

function limiter(redis: Redis, keyPrefix: string, points: number): RateLimiterRedis {
  const limits = { keyPrefix, points, duration: WINDOW_S };
  return new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(limits),
  });
}

async function giveBack(reservations: readonly Reservation[]): Promise<void> {
  await Promise.all(reservations.map(({ limiter, key }) => limiter.reward(key)));
}

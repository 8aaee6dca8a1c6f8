import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@app/common';
import type { Rate } from '@app/config';

export interface Counted {
  /** What is counted: counts of one name are shared, under whatever rates. */
  name: string;
  /** Whose calls. */
  key: string;
  rate: Rate;
  /** Said of a refusal: ` from one address`. */
  whence?: string;
}

/** Counts calls in Redis, for all api processes; while Redis is away each process counts for itself (contract: Addresses and the envelope). */
export class RateCounter {
  /** One for each rate that somebody has: the operator sets them, so they are few. */
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(private readonly redis: Redis) {}

  /** @returns how many more there may be in this window. @throws AppError `too_many_requests` */
  async consume({ name, key, rate, whence = '' }: Counted): Promise<number> {
    try {
      return (await this.limiter(name, rate).consume(key)).remainingPoints;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooManyCalls(rate, Math.ceil(refusal.msBeforeNext / 1000), whence);
    }
  }

  private limiter(name: string, { points, seconds }: Rate): RateLimiterRedis {
    const id = `${name} ${points}/${seconds}`;
    const known = this.limiters.get(id);
    if (known) return known;
    const limit = { points, duration: seconds, keyPrefix: name };
    const limiter = new RateLimiterRedis({
      ...limit,
      storeClient: this.redis,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
    this.limiters.set(id, limiter);
    return limiter;
  }
}

/** @param whence as of `Counted` */
export const tooManyCalls = (rate: Rate, retryAfterS: number, whence = ''): AppError =>
  new AppError(
    'too_many_requests',
    `Too many requests${whence}: ${inWords(rate)} are allowed; try again in ${retryAfterS} s`,
    { retryAfterS },
  );

const inWords = ({ points, seconds }: Rate): string =>
  seconds === 60 ? `${points} a minute` : `${points} in ${seconds} s`;

import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { AppError, type RateLimitKind } from '@app/common';
import type { Rate } from '@app/config';

/** The kinds of requests with texts and files. Jobs are scheduled fairly instead. */
const KINDS: ReadonlySet<string> = new Set<RateLimitKind>([
  'chat',
  'anonymize',
  'uploads',
  'previews',
  'restore',
]);

/**
 * Limits the processor time of a user, for all api processes together. A request is charged after its end, because its
 * time is not known before.
 */
export class ProcessorLimit {
  /** It counts milliseconds. */
  private readonly limiter: RateLimiterRedis;

  constructor(
    redis: Redis,
    private readonly rate: Rate,
  ) {
    const limit = { points: rate.points * 1_000, duration: rate.seconds, keyPrefix: 'processor' };
    this.limiter = new RateLimiterRedis({
      ...limit,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
  }

  static counts(kind: string): boolean {
    return KINDS.has(kind);
  }

  /** @throws AppError `too_many_requests` if earlier requests used the time up */
  async check(userId: string): Promise<void> {
    const used = await this.limiter.get(userId);
    if (!used || used.consumedPoints < this.limiter.points) return;
    const retryAfterS = Math.ceil(used.msBeforeNext / 1_000);
    const { points, seconds } = this.rate;
    const per = seconds === 60 ? 'a minute' : `in ${seconds} s`;
    throw new AppError(
      'too_many_requests',
      `The texts of your requests took more than ${points} s of processor time ${per}; try again in ${retryAfterS} s`,
      { retryAfterS },
    );
  }

  /** Counts the time of a request that ended. */
  async charge(userId: string, ms: number): Promise<void> {
    if (ms >= 1) await this.limiter.penalty(userId, Math.round(ms));
  }
}

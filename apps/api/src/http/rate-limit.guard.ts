import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateFor, rateOfKey, totalRate } from '@app/accounts';
import type { GuardedUser } from '@app/auth';
import { AppError, currentStages, inStage, networkOf, SHARED_KINDS, type RateLimitKind } from '@app/common';
import { rateLimitsConfig, type Rate, type RateLimitsConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { Log } from '@app/observability';
import { REDIS } from '@app/queue';
import { ProcessorLimit } from './processor-limit';

export const RATE_LIMIT = 'http:rate-limit';

/** What a route counts as. A kind counts by caller and organization; `login` counts only by network address. */
export type CountedAs = RateLimitKind | 'login';

/** Routes of one kind share one count. */
export const RateLimit = (kind: CountedAs) => SetMetadata(RATE_LIMIT, kind);

/** Added to the message of a refusal if the limit counts requests by network address. */
export const FROM_ONE_ADDRESS = ' from one address';

/** Counts requests per caller and per network address; addresses are counted under keyed hashes. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly counter: RateCounter;
  private readonly processor: ProcessorLimit;

  constructor(
    private readonly reflector: Reflector,
    @Inject(rateLimitsConfig.KEY) private readonly config: RateLimitsConfig,
    @Inject(REDIS) redis: Redis,
    private readonly keyRing: KeyRing,
    @Inject(Log) private readonly log: Pick<Log, 'error'>,
  ) {
    this.counter = new RateCounter(redis);
    this.processor = new ProcessorLimit(redis, config.processor);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const kind = this.reflector.getAllAndOverride<CountedAs | undefined>(RATE_LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!kind || !this.config.enabled) return true;
    return inStage('guard', () => this.count(kind, context));
  }

  private async count(kind: CountedAs, context: ExecutionContext): Promise<true> {
    const { user, ip = '' } = context.switchToHttp().getRequest<Request & { user: GuardedUser }>();
    if (kind === 'login') {
      await this.countAddress(kind, ip, this.config.login);
      return true;
    }
    if (ProcessorLimit.counts(kind)) await this.limitProcessor(user.userId, context);
    const rate = rateFor(kind, user.limits, this.config);
    let remaining = Infinity;
    for (const counted of this.countsOf(kind, user, rate))
      remaining = Math.min(remaining, await this.counter.consume(counted));
    context.switchToHttp().getResponse<Response>().setHeader('X-RateLimit-Remaining', String(remaining));
    await this.countAddress(kind, ip, this.rateOfAddress(kind, rate));
    return true;
  }

  private async limitProcessor(userId: string, context: ExecutionContext): Promise<void> {
    await this.processor.check(userId);
    const times = currentStages();
    context
      .switchToHttp()
      .getResponse<Response>()
      .once('close', () => {
        this.processor
          .charge(userId, times?.processorMs ?? 0)
          .catch((error: unknown) => this.log.error('rate.charge', error));
      });
  }

  /** Returns the counts of a call, narrowest first: the key's, its user's, and the whole organization's. */
  private countsOf(kind: RateLimitKind, user: GuardedUser, rate: Rate): Counted[] {
    const { userId, organizationId, limits } = user;
    const [ofKey, total] = [rateOfKey(kind, limits, this.config), totalRate(kind, limits)];
    const owner = SHARED_KINDS.includes(kind) ? organizationId : userId;
    return [
      ...(user.key && ofKey ? [{ name: `rate-key:${kind}`, key: user.key.id, rate: ofKey }] : []),
      { name: `rate:${kind}`, key: owner, rate },
      ...(total ? [{ name: `rate-total:${kind}`, key: organizationId, rate: total }] : []),
    ];
  }

  private async countAddress(kind: CountedAs, ip: string, rate: Rate): Promise<void> {
    const key = this.keyRing.hash('rate-limit-address', networkOf(ip));
    await this.counter.consume({ name: `rate-address:${kind}`, key, rate, whence: FROM_ONE_ADDRESS });
  }

  /**
   * Returns the rate of an address: many users' worth, since a company's users share one address, and at least one
   * caller's rate.
   */
  private rateOfAddress(kind: RateLimitKind, own: Rate): Rate {
    const { points, seconds } = this.config.usual[kind];
    const alone = Math.ceil((own.points / own.seconds) * seconds);
    return { points: Math.max(points * this.config.usersPerAddress, alone), seconds };
  }
}

export interface Counted {
  /** The name of the counter. Counters with the same name are shared, whatever their rates. */
  name: string;
  /** The caller that is counted. */
  key: string;
  rate: Rate;
  /** Added to the message of a refusal: ` from one address`. */
  whence?: string;
}

/**
 * Counts calls in Redis for all api processes. If Redis is unreachable, each process counts for itself (contract:
 * Addresses and the envelope).
 */
export class RateCounter {
  /** One limiter per rate. Operators and admins set the rates, so they are few. */
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(private readonly redis: Redis) {}

  /**
   * @returns the number of calls left in this window
   * @throws AppError `too_many_requests`
   */
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

/** @param whence see `Counted` */
export const tooManyCalls = (rate: Rate, retryAfterS: number, whence = ''): AppError =>
  new AppError(
    'too_many_requests',
    `Too many requests${whence}: ${inWords(rate)} are allowed; try again in ${retryAfterS} s`,
    { retryAfterS },
  );

const inWords = ({ points, seconds }: Rate): string =>
  seconds === 60 ? `${points} a minute` : `${points} in ${seconds} s`;

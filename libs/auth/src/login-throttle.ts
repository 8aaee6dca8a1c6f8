import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, type ErrorCode, networkOf } from '@app/common';
import { rateLimitsConfig, type Rate, type RateLimitsConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { REDIS } from '@app/queue';

export interface LoginAttempt {
  /** The normalized user name. */
  userName: string;
  address: string;
  /**
   * Called once when failures have used up the name's limit, so that logins from this address are refused for a while.
   */
  onLocked?: (userName: string) => Promise<void>;
}

interface Reservation {
  limiter: RateLimiterRedis;
  key: string;
  /** Whether it used up the limit. */
  isLast: boolean;
}

/**
 * Limits failed logins per user name and address together, and per address, so that an attacker cannot lock out a user
 * from elsewhere (contract: Login and tokens). A user name that logged in from an address recently is counted
 * separately there, so that another user's failures do not lock it out. Counted in Redis for all processes; while Redis
 * is unreachable, in each process.
 */
/** The maximum attempts of one name and address that run or wait in a process. */
const MOST_UNDER_WAY = 100;

@Injectable()
export class LoginThrottle {
  private readonly perUserAndAddress: RateLimiterRedis;
  private readonly perAddress: RateLimiterRedis;
  private readonly known: KnownLogins;
  /** The end of the last running attempt of each name and address, and the number of attempts. */
  private readonly underWay = new Map<string, { ended: Promise<void>; count: number }>();

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly keyRing: KeyRing,
    @Inject(rateLimitsConfig.KEY)
    { failedLogins, failedLoginsOfAddress }: Pick<RateLimitsConfig, 'failedLogins' | 'failedLoginsOfAddress'>,
  ) {
    this.perUserAndAddress = limiter(redis, 'login-user', failedLogins);
    this.perAddress = limiter(redis, 'login-address', failedLoginsOfAddress);
    this.known = new KnownLogins(redis, keyRing);
  }

  /**
   * Runs `work` and counts a failure if it throws one of the counted codes. Each attempt is counted before it runs and
   * uncounted unless it fails, so concurrent attempts get no more guesses than sequential ones. Attempts of one name
   * and address run one after another in each process, so that running attempts do not use up the limit.
   *
   * @throws AppError `too_many_failures` or, if too many attempts wait, `unavailable`, without running `work`; errors
   * of `work`
   */
  countFailures<T>(attempt: LoginAttempt, work: () => Promise<T>): Promise<T> {
    const network = networkOf(attempt.address);
    const login = `${attempt.userName}\n${network}`;
    return this.inTurn(login, () => this.attempt(attempt, { network, login }, work));
  }

  private async inTurn<T>(login: string, attempt: () => Promise<T>): Promise<T> {
    const { ended: before, count } = this.underWay.get(login) ?? { ended: Promise.resolve(), count: 0 };
    if (count === MOST_UNDER_WAY)
      throw new AppError('unavailable', 'Too many logins at once; try again in a few seconds', {
        retryAfterS: 5,
      });
    const running = before.then(attempt);
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    this.underWay.set(login, { ended, count: count + 1 });
    try {
      return await running;
    } finally {
      const last = this.underWay.get(login)!;
      if (last.count === 1) this.underWay.delete(login);
      else this.underWay.set(login, { ...last, count: last.count - 1 });
    }
  }

  private async attempt<T>(
    { userName, onLocked }: LoginAttempt,
    { network, login }: { network: string; login: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const reservations: Reservation[] = [];
    try {
      await this.reserve(reservations, this.perUserAndAddress, login);
      if (!(await this.known.has(login))) await this.reserve(reservations, this.perAddress, network);
      const result = await work();
      await Promise.all([release(reservations), this.known.remember(login)]);
      return result;
    } catch (error) {
      if (!isFailure(error)) await release(reservations);
      else if (reservations[0]?.isLast) await onLocked?.(userName);
      throw error;
    }
  }

  private async reserve(taken: Reservation[], limiter: RateLimiterRedis, subject: string): Promise<void> {
    const key = this.keyRing.hash('login-throttle', subject);
    try {
      const { remainingPoints } = await limiter.consume(key);
      taken.push({ limiter, key, isLast: remainingPoints === 0 });
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw new AppError('too_many_failures', 'Too many failed logins; try again later', {
        retryAfterS: Math.ceil(rejected.msBeforeNext / 1000),
      });
    }
  }
}

/** The counted error codes. A correct password that requires a further step does not count. */
const COUNTED: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'account_inactive',
  'second_factor_invalid',
]);
const isFailure = (error: unknown): boolean => error instanceof AppError && COUNTED.has(error.code);

function limiter(redis: Redis, keyPrefix: string, { points, seconds }: Rate): RateLimiterRedis {
  const limits = { keyPrefix, points, duration: seconds };
  return new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(limits),
  });
}

async function release(reservations: readonly Reservation[]): Promise<void> {
  await Promise.all(reservations.map(({ limiter, key }) => limiter.reward(key)));
}

const KEPT_S = 30 * 24 * 60 * 60;

/**
 * Stores which user names logged in from which networks in the last 30 days, as keyed hashes in Redis. While Redis is
 * unreachable no name is known, so the stricter limit applies.
 */
class KnownLogins {
  constructor(
    private readonly redis: Redis,
    private readonly keyRing: KeyRing,
  ) {}

  /** @param login a user name and a network, joined */
  async has(login: string): Promise<boolean> {
    // Also checks main keys that only decrypt, so that names stay known after a rotation.
    const keys = this.keyRing.hashes('login-known', login).map(keyOf);
    return this.redis.exists(keys).then(
      (count) => count > 0,
      () => false,
    );
  }

  async remember(login: string): Promise<void> {
    const key = keyOf(this.keyRing.hash('login-known', login));
    // If this fails, the name is counted with the others of its address, as before.
    await this.redis.set(key, '', 'EX', KEPT_S).catch(() => undefined);
  }
}

const keyOf = (hash: string): string => `login-known:${hash}`;

import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Redis } from 'ioredis';
import type { CallerLimits } from '@app/accounts';
import type { GuardedUser } from '@app/auth';
import { newId, StageTimes, timingStages } from '@app/common';
import type { RateLimitsConfig } from '@app/config';
import type { KeyRing } from '@app/crypto';
import { RateCounter, RateLimit, RateLimitGuard, tooManyCalls } from './rate-limit.guard';

const MINUTE = 60;
const perMinute = (points: number) => ({ points, seconds: MINUTE });
const LIMITS: CallerLimits = { user: {}, groups: [], organization: {}, total: {} };

class Routes {
  @RateLimit('chat')
  chat(): void {}

  @RateLimit('jobs')
  job(): void {}

  @RateLimit('login')
  login(): void {}

  free(): void {}
}

/** Without Redis, each process counts in its memory: the client here is disconnected. */
describe('the rate limits', () => {
  let redis: Redis;
  let guard: RateLimitGuard;
  const hashed: string[] = [];
  /** Ends the latest request. */
  let end = (): void => {};
  const config = {
    enabled: true,
    login: perMinute(2),
    usual: { chat: perMinute(3), jobs: perMinute(3) },
    ceiling: perMinute(1_000),
    usersPerAddress: 10,
    processor: perMinute(2),
  } as unknown as RateLimitsConfig;
  const log = { error: jest.fn() };
  const keyRing = {
    hash: (label: string, value: string) => (hashed.push(`${label} ${value}`), `hash of ${value}`),
  } as unknown as KeyRing;

  beforeEach(() => {
    hashed.length = 0;
    redis = new Redis({ lazyConnect: true, enableOfflineQueue: false });
    redis.disconnect();
    guard = new RateLimitGuard(new Reflector(), config, redis, keyRing, log);
  });

  const userWith = (more: Partial<GuardedUser> = {}): GuardedUser => ({
    userId: newId(),
    organizationId: newId(),
    groups: [],
    email: 'anna@company.example',
    grants: [],
    budgeted: false,
    limits: LIMITS,
    ...more,
  });
  /** Returns the header of the answer, or the refusal. */
  const call = async (user: GuardedUser | undefined, route: keyof Routes = 'chat', ip = '203.0.113.7') => {
    const headers: Record<string, string> = {};
    const context = {
      switchToHttp: () => ({
        getRequest: () => ({ user, ip }),
        getResponse: () => ({
          setHeader: (name: string, value: string) => (headers[name] = value),
          once: (_: 'close', listener: () => void) => (end = listener),
        }),
      }),
      getHandler: () => Routes.prototype[route],
      getClass: () => Routes,
    } as unknown as ExecutionContext;
    try {
      expect(await guard.canActivate(context)).toBe(true);
      return headers['X-RateLimit-Remaining'];
    } catch (error) {
      return (error as Error).message.replace(/in \d+ s$/, 'in n s');
    }
  };
  const REFUSED = 'Too many requests: 3 a minute are allowed; try again in n s';

  it('count the calls of each user, and say how many are left', async () => {
    const [anna, ben] = [userWith(), userWith()];
    expect([await call(anna), await call(anna), await call(anna)]).toEqual(['2', '1', '0']);
    expect(await call(anna)).toBe(REFUSED);
    expect(await call(ben)).toBe('2');
  });

  it('refuse with the seconds to wait', async () => {
    const anna = userWith({ limits: { ...LIMITS, user: { chat: '1/1h' } } });
    await call(anna);
    expect(await call(anna)).toBe('Too many requests: 1 in 3600 s are allowed; try again in n s');
    expect(tooManyCalls(perMinute(1), 7)).toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterS: 7 },
    });
  });

  /** A request with a text, and detection threads that work so long for it. */
  const search = async (user: GuardedUser, ms: number, route: keyof Routes = 'chat') => {
    const times = new StageTimes();
    const answer = await timingStages(times, () => call(user, route));
    times.processorMs += ms;
    end();
    return answer;
  };
  const USED_UP =
    'The texts of your requests took more than 2 s of processor time a minute; try again in n s';

  it('refuse texts of a user after their processor time is used up, with any key, but no jobs', async () => {
    const anna = userWith();
    expect([await search(anna, 1_500), await search(anna, 600)]).toEqual(['2', '1']);
    expect(await search({ ...anna, key: { id: newId() } as GuardedUser['key'] }, 1)).toBe(USED_UP);
    expect(await call(anna, 'job')).toBe('2');
    expect(await call(userWith())).toBe('2');
    expect(log.error).not.toHaveBeenCalled();
  });

  it('count each kind apart', async () => {
    const anna = userWith();
    expect([await call(anna, 'chat'), await call(anna, 'job'), await call(anna, 'chat')]).toEqual([
      '2',
      '2',
      '1',
    ]);
  });

  it('count jobs of all users of an organization together', async () => {
    const organizationId = newId();
    const [anna, ben] = [userWith({ organizationId }), userWith({ organizationId })];
    expect([await call(anna, 'job'), await call(ben, 'job'), await call(anna, 'chat')]).toEqual([
      '2',
      '1',
      '2',
    ]);
  });

  it("count a key's calls toward its own limit and toward its owner's", async () => {
    const limits = { ...LIMITS, key: { chat: '2/1m' } };
    const key = { id: newId(), scopes: [] };
    const owner = userWith();
    const withKey = { ...owner, key, limits };
    expect([await call(withKey), await call(withKey)]).toEqual(['1', '0']);
    expect(await call(withKey)).toMatch(/^Too many requests: 2 a minute/);
    expect(await call(owner)).toBe('0');
    expect(await call(owner)).toBe(REFUSED);
  });

  it('count all users of an organization toward its total', async () => {
    const limits = { ...LIMITS, total: { chat: '2/1m' } };
    const organizationId = newId();
    const users = [userWith({ organizationId, limits }), userWith({ organizationId, limits })] as const;
    expect([await call(users[0]), await call(users[1])]).toEqual(['1', '0']);
    expect(await call(users[0])).toMatch(/^Too many requests: 2 a minute/);
  });

  it('count the network of many users once: ten times the limit of one', async () => {
    const calls = await Promise.all(Array.from({ length: 31 }, () => call(userWith())));
    expect(calls.filter((left) => left === '2')).toHaveLength(30);
    expect(calls.find((left) => left !== '2')).toBe(
      'Too many requests from one address: 30 a minute are allowed; try again in n s',
    );
    expect(await call(userWith(), 'chat', '203.0.113.8')).toBe('2');
  });

  it('count one network of IPv6 once, and no address in clear', async () => {
    await call(userWith(), 'chat', '2001:db8:1:2:3:4:5:6');
    await call(userWith(), 'chat', '2001:db8:1:2::9');
    await call(userWith(), 'chat', 'no address');
    expect(hashed).toEqual([
      'rate-limit-address 2001:db8:1:2::',
      'rate-limit-address 2001:db8:1:2::',
      'rate-limit-address unknown',
    ]);
  });

  it('let an address make at least the calls of its one user', async () => {
    const many = userWith({ limits: { ...LIMITS, user: { chat: '100/1m' } } });
    for (let i = 0; i < 40; i += 1) expect(await call(many)).toBe(String(99 - i));
  });

  it('count logins by network address alone, before there is a user', async () => {
    const refused = 'Too many requests from one address: 2 a minute are allowed; try again in n s';
    expect([await call(undefined, 'login'), await call(undefined, 'login')]).toEqual([undefined, undefined]);
    expect(await call(undefined, 'login')).toBe(refused);
    expect(await call(undefined, 'login', '203.0.113.8')).toBeUndefined();
  });

  it('do not concern other routes, and none if they are off', async () => {
    for (let i = 0; i < 5; i += 1) expect(await call(userWith(), 'free')).toBeUndefined();
    guard = new RateLimitGuard(new Reflector(), { ...config, enabled: false }, redis, keyRing, log);
    const anna = userWith();
    for (let i = 0; i < 5; i += 1) expect(await call(anna)).toBeUndefined();
    expect(hashed).toEqual([]);
  });

  it('share a count of one name, and have one for each rate', async () => {
    const counter = new RateCounter(redis);
    const counted = { name: 'x', key: 'k', rate: perMinute(5) };
    expect([await counter.consume(counted), await counter.consume(counted)]).toEqual([4, 3]);
    expect(await counter.consume({ ...counted, key: 'other' })).toBe(4);
    expect(await counter.consume({ ...counted, name: 'y' })).toBe(4);
  });
});

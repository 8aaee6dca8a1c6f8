import { generateKeySync } from 'node:crypto';
import { array, assert, asyncProperty, boolean } from 'fast-check';
import { Redis } from 'ioredis';
import { AppError } from '@app/common';
import { KeyRing } from '@app/crypto';
import { LoginThrottle, type LoginAttempt } from './login-throttle';

const fail = () => Promise.reject(new AppError('invalid_credentials', 'Invalid UserName or Password!'));
const succeed = async () => 'in';

const LIMITS = {
  failedLogins: { points: 10, seconds: 900 },
  failedLoginsOfAddress: { points: 100, seconds: 900 },
};
const ATTEMPT = { userName: 'demo@example.com', address: '192.0.2.1' };

/** Redis is unreachable here, so attempts are counted in this process. The system tests cover Redis. */
describe('LoginThrottle', () => {
  let throttle: LoginThrottle;

  const keyRing = new KeyRing([{ id: 'test', key: generateKeySync('aes', { length: 256 }) }]);
  let redis: Redis;
  beforeEach(() => {
    // No server listens on port 1, while a developer's Redis may use the default port.
    redis = new Redis({ port: 1, lazyConnect: true, enableOfflineQueue: false, disconnectTimeout: 0 });
    throttle = new LoginThrottle(redis, keyRing, LIMITS);
  });
  // Without this, it would reconnect forever. A refused connection needs no waiting.
  afterEach(() => redis.disconnect());

  const failures = async (count: number, attempt: Partial<LoginAttempt> = {}): Promise<void> => {
    for (let i = 0; i < count; i += 1)
      await expect(throttle.countFailures({ ...ATTEMPT, ...attempt }, fail)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
  };
  const refused = expect.objectContaining({
    code: 'too_many_failures',
    details: { retryAfterS: expect.any(Number) },
  });

  it('refuses the eleventh attempt of one user from one address, whatever the password', async () => {
    await failures(10);
    await expect(throttle.countFailures(ATTEMPT, succeed)).rejects.toEqual(refused);
  });

  it('accepts the same user from another address, and other users from the same one', async () => {
    await failures(10);
    await expect(throttle.countFailures({ ...ATTEMPT, address: '192.0.2.2' }, succeed)).resolves.toBe('in');
    await expect(
      throttle.countFailures({ ...ATTEMPT, userName: 'other@example.com' }, succeed),
    ).resolves.toBe('in');
  });

  it('refuses an address after a hundred failures with many names', async () => {
    for (let i = 0; i < 20; i += 1) await failures(5, { userName: `user-${i}@example.com` });
    await expect(throttle.countFailures(ATTEMPT, succeed)).rejects.toEqual(refused);
  });

  it('counts a name that logged in from an address separately, and the others of the address together', async () => {
    const kept = new Map<string, number>();
    const keep = async (key: string, _: string, _unit: string, seconds: number) => kept.set(key, seconds);
    const exists = async (keys: string[]) => keys.filter((key) => kept.has(key)).length;
    Object.assign(redis, { set: keep, exists });
    await throttle.countFailures(ATTEMPT, succeed);
    for (let i = 0; i < 10; i += 1) await failures(10, { userName: `stranger-${i}@example.com` });
    await expect(
      throttle.countFailures({ ...ATTEMPT, userName: 'other@example.com' }, succeed),
    ).rejects.toEqual(refused);
    await failures(9);
    await expect(throttle.countFailures(ATTEMPT, succeed)).resolves.toBe('in');
    await failures(1);
    await expect(throttle.countFailures(ATTEMPT, succeed)).rejects.toEqual(refused);
    expect([...kept.values()]).toEqual([30 * 24 * 60 * 60]);
    expect([...kept.keys()].join()).not.toMatch(/demo|example|192/);
  });

  it('knows no name while Redis is unreachable', async () => {
    await throttle.countFailures(ATTEMPT, succeed);
    for (let i = 0; i < 10; i += 1) await failures(10, { userName: `stranger-${i}@example.com` });
    await expect(throttle.countFailures(ATTEMPT, succeed)).rejects.toEqual(refused);
  });

  it('counts an IPv6 subscriber as one address, and IPv4-mapped IPv6 as IPv4', async () => {
    for (let i = 0; i < 10; i += 1) await failures(1, { address: `2001:db8:1:2::${i}` });
    await expect(
      throttle.countFailures({ ...ATTEMPT, address: '2001:db8:1:2:ffff::' }, succeed),
    ).rejects.toEqual(refused);
    await expect(throttle.countFailures({ ...ATTEMPT, address: '2001:db8:1:3::' }, succeed)).resolves.toBe(
      'in',
    );
    await failures(10, { address: '::ffff:192.0.2.7' });
    await expect(throttle.countFailures({ ...ATTEMPT, address: '192.0.2.7' }, succeed)).rejects.toEqual(
      refused,
    );
  });

  it('counts neither successes nor failures that the caller did not cause', async () => {
    for (let i = 0; i < 200; i += 1) await throttle.countFailures(ATTEMPT, succeed);
    for (let i = 0; i < 20; i += 1)
      await expect(
        throttle.countFailures(ATTEMPT, () => Promise.reject(new Error('the store is down'))),
      ).rejects.toThrow('the store is down');
    await failures(10);
  });

  it('accepts many concurrent logins with one account', async () => {
    const compare = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return 'in';
    };
    const logins = Array.from({ length: 30 }, () => throttle.countFailures(ATTEMPT, compare));
    expect(await Promise.all(logins)).toEqual(Array.from({ length: 30 }, () => 'in'));
    expect(throttle).toMatchObject({ underWay: new Map() });
  });

  it('allows no guess beyond the limit for any order of right and wrong passwords, and counts no right one', async () => {
    let addresses = 0;
    await assert(
      asyncProperty(array(boolean(), { maxLength: 40 }), async (areRight) => {
        const attempt = { ...ATTEMPT, address: `2001:db8:${(addresses += 1).toString(16)}::1` };
        let guesses = 0;
        const outcomes = await Promise.allSettled(
          areRight.map((isRight) =>
            throttle.countFailures(attempt, () => {
              if (!isRight) guesses += 1;
              return isRight ? succeed() : fail();
            }),
          ),
        );
        const wrong = areRight.filter((isRight) => !isRight).length;
        expect(guesses).toBe(Math.min(wrong, LIMITS.failedLogins.points));
        if (wrong < LIMITS.failedLogins.points)
          expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(
            areRight.length - wrong,
          );
      }),
    );
  });

  it('allows concurrent attempts no more guesses than sequential ones', async () => {
    let guesses = 0;
    const guess = async () => {
      guesses += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return fail();
    };
    await Promise.allSettled(Array.from({ length: 50 }, () => throttle.countFailures(ATTEMPT, guess)));
    expect(guesses).toBe(10);
  });

  it('reports a locked name once, even for concurrent failures', async () => {
    const locked: string[] = [];
    const onLocked = async (name: string): Promise<void> => void locked.push(name);
    await failures(9, { onLocked });
    await throttle.countFailures({ ...ATTEMPT, onLocked }, succeed);
    expect(locked).toEqual([]);
    await failures(1, { onLocked });
    expect(locked).toEqual([ATTEMPT.userName]);
    await expect(throttle.countFailures({ ...ATTEMPT, onLocked }, fail)).rejects.toEqual(refused);
    const other = { userName: 'other@example.com', onLocked };
    await Promise.allSettled(
      Array.from({ length: 50 }, () => throttle.countFailures({ ...ATTEMPT, ...other }, fail)),
    );
    expect(locked).toEqual([ATTEMPT.userName, other.userName]);
  });
});

import { parseOptions } from '@node-rs/argon2';
import { ConcurrencyLimit, Passwords } from './passwords';

const ARGON2ID = 2;

describe('Passwords', () => {
  const passwords = new Passwords();

  it('hashes with argon2id and the parameters that OWASP names [PRIV-14]', async () => {
    const hash = await passwords.hash('correct horse battery staple');
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(parseOptions(hash)).toMatchObject({
      algorithm: ARGON2ID,
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
  });

  it('matches the exact full password only [PRIV-73]', async () => {
    const password = `${'long '.repeat(200)}Grüße \0 👋`;
    const hash = await passwords.hash(password);
    await expect(passwords.matches(password, hash)).resolves.toBe(true);
    await expect(passwords.matches(`${password}.`, hash)).resolves.toBe(false);
    await expect(passwords.matches(password.slice(0, -1), hash)).resolves.toBe(false);
  });

  it('uses a salt: hashing a password twice gives different hashes', async () => {
    expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'));
  });

  it('matches nothing if there is no hash to compare with', async () => {
    await expect(passwords.matches('', undefined)).resolves.toBe(false);
    await expect(passwords.matches('correct horse', undefined)).resolves.toBe(false);
  });
});

/** Returns work that ends when the test ends it. */
function pending() {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { work: () => done, finish };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('ConcurrencyLimit', () => {
  it('limits concurrency and runs waiting work in order', async () => {
    const limit = new ConcurrencyLimit(2, 10);
    const jobs = Array.from({ length: 5 }, pending);
    const started: number[] = [];
    const all = jobs.map((job, i) =>
      limit.run(() => {
        started.push(i);
        return job.work();
      }),
    );
    await nextTurn();
    expect(started).toEqual([0, 1]);
    jobs[1]?.finish();
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
    for (const job of jobs) job.finish();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses work immediately if too much waits, and accepts it again later', async () => {
    const limit = new ConcurrencyLimit(1, 1);
    const [first, second] = [pending(), pending()];
    const running = limit.run(first.work);
    const waiting = limit.run(second.work);
    await expect(limit.run(async () => 'third')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterS: 5 },
    });
    first.finish();
    second.finish();
    await Promise.all([running, waiting]);
    await expect(limit.run(async () => 'third')).resolves.toBe('third');
  });

  it('continues after work that throws', async () => {
    const limit = new ConcurrencyLimit(1, 0);
    await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limit.run(async () => 'next')).resolves.toBe('next');
  });
});

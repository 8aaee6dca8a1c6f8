import { request } from 'node:http';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient, type Caller } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { DocumentedFailures } from '../../support/documented-failures';
import { UPLOADS, useTwoApis } from './scene';

const scene = useTwoApis();

/** A request that is counted and then rejected: the api counts before it validates. */
const wrong = (base: string, path: string, user?: Caller, from?: string) =>
  ApiClient.at(base, user).post(path, {}, forwarded(from));

const forwarded = (from?: string): Record<string, string> =>
  from === undefined ? {} : { 'x-forwarded-for': from };
/** A text that detection needs some milliseconds for. */
const TEXT = 'Please write to Anna Schmidt, anna.schmidt@firma.de, or call +49 30 1234567. '.repeat(100);

function fileOf(text: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ choices: 'All', lang: 'en' })) form.append(name, value);
  form.append('file', new Blob([text]), 'letter.txt');
  return form;
}

/** Calls a login endpoint without a token. */
const auth = (base: string, path: string, body: object, from?: string) =>
  ApiClient.at(base).post(`/idm/v1/auth/${path}`, body, forwarded(from));

/** Sets the counter in Redis so that only one request is left. */
async function useUp(kind: 'rate' | 'rate-address', from: readonly string[], allowed: number): Promise<void> {
  const added = (await counters(kind)).filter((key) => !from.includes(key));
  expect(added).toHaveLength(1);
  await scene.system.redis.incrby(added[0]!, allowed - 2);
  // The window stays open longer than the test.
  await scene.system.redis.expire(added[0]!, 600);
}

const counters = async (kind: string): Promise<string[]> =>
  (await scene.system.redis.keys(`*${scene.system.redisPrefix}*`)).filter((key) => key.includes(`${kind}:`));

describe('rate limits, shared by all api processes', () => {
  it.each([
    ['chat', 'chat', 60],
    ['the gateway', 'openai/v1/chat/completions', 60],
    ['anonymize', 'anonymize', 120],
    ['uploads, as configured', 'upload', UPLOADS],
    ['images', 'generate-image', 10],
  ])('apply to %s, per user [SEC-54]', async (_, path, perMinute) => {
    const [user, other] = [await scene.system.user(), await scene.system.user()];
    const known = await counters('rate');
    expect((await wrong(scene.apis[0], path, user)).headers.get('x-ratelimit-remaining')).toBe(
      String(perMinute - 1),
    );
    await useUp('rate', known, perMinute);
    expect((await wrong(scene.apis[1], path, user)).headers.get('x-ratelimit-remaining')).toBe('0');
    for (const base of scene.apis) {
      const refusal = await wrong(base, path, user);
      expect(refusal.status).toBe(429);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await wrong(scene.apis[0], path, other)).status).not.toBe(429);
  });

  it.each([
    ['detection', 'anonymize', () => aPrompt(TEXT)],
    ['the process that reads a file', 'files/preview', () => fileOf(TEXT)],
  ])('apply to the processor time of %s', async (_, path, body) => {
    const [user, other] = [await scene.system.user(), await scene.system.user()];
    const known = await counters('processor');
    const post = (base: string, caller: Caller) => ApiClient.at(base, caller).post(path, body());
    expect((await post(scene.apis[0], user)).status).toBe(200);
    const [count] = await eventually(async () => {
      const added = (await counters('processor')).filter((key) => !known.includes(key));
      expect(added).toHaveLength(1);
      return added;
    });
    await scene.system.redis.incrby(count!, 60_000);
    await scene.system.redis.expire(count!, 600);
    for (const base of scene.apis) {
      const refusal = await post(base, user);
      expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(500);
    }
    expect((await post(scene.apis[1], other)).status).toBe(200);
    const job = { text: TEXT, choices: ['All'], lang: 'en', delivery: 'poll' };
    expect((await ApiClient.at(scene.apis[0], user).post('job/anonymize', job)).status).toBe(202);
  });

  it('apply to jobs, per organization', async () => {
    const user = await scene.system.user();
    const colleague = await scene.system.user({ organizationId: user.organizationId });
    const known = await counters('rate');
    await wrong(scene.apis[0], 'job/anonymize', user);
    await useUp('rate', known, 600);
    expect(
      (await wrong(scene.apis[1], 'job/transcribe', colleague)).headers.get('x-ratelimit-remaining'),
    ).toBe('0');
    for (const base of scene.apis) expect((await wrong(base, 'job/anonymize', user)).status).toBe(429);
  });

  it('apply to SCIM, per organization, in its form of failures [SEC-182]', async () => {
    const admin = await scene.system.user({ role: 'admin' });
    const as = (base: string, user: Caller) => ApiClient.at(base, user);
    const provider = async (): Promise<Caller> => {
      const key = { name: 'Identity provider', scopes: ['scim'] };
      const made = await as(scene.apis[0], admin).post<{ data: { key: string } }>('/admin/v1/keys', key);
      return { authorization: { authorization: `Bearer ${made.body.data.key}` } };
    };
    const [first, second] = [await provider(), await provider()];
    const ask = (base: string, user: Caller) => as(base, user).get('/idm/v1/scim/v2/Users?count=0');
    const known = await counters('rate');
    expect((await ask(scene.apis[0], first)).status).toBe(200);
    await useUp('rate', known, 600);
    expect((await ask(scene.apis[1], second)).headers.get('x-ratelimit-remaining')).toBe('0');
    const refusal = await ask(scene.apis[0], first);
    expect(refusal).toMatchObject({ status: 429, body: { status: '429' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(['job/transcribe', 'job/anonymize'])(
    'apply after the token, and before the grant, the type and the fields, at %s',
    async (path) => {
      const user = await scene.system.user({ grants: [] });
      const known = await counters('rate');
      expect((await wrong(scene.apis[0], path, user)).status).toBe(403);
      await useUp('rate', known, 600);
      expect((await wrong(scene.apis[0], path, user)).status).toBe(403);
      expect((await wrong(scene.apis[0], path, user)).status).toBe(429);
      expect((await wrong(scene.apis[0], path)).status).toBe(401);
    },
  );

  it('also apply per address for twenty users, so that more accounts do not raise them [SEC-55]', async () => {
    const users = [await scene.system.user(), await scene.system.user(), await scene.system.user()] as const;
    const from = '198.51.100.7';
    const known = await counters('rate-address');
    await wrong(scene.apis[0], 'generate-image', users[0], from);
    await useUp('rate-address', known, 200);
    expect((await wrong(scene.apis[1], 'generate-image', users[1], from)).status).toBe(400);
    for (const base of scene.apis) {
      const refusal = await wrong(base, 'generate-image', users[2], from);
      expect(refusal.status).toBe(429);
      expect(refusal.body).toMatchObject({
        message: expect.stringContaining('from one address: 200'),
      });
    }
    expect((await wrong(scene.apis[0], 'generate-image', users[2], '198.51.100.8')).status).toBe(400);
  });

  it('come from the user or else the organization if stored there, from the next request on', async () => {
    const [user, organization] = [await scene.system.user(), await scene.system.user()];
    const remaining = async (path: string, of: TestUser) =>
      Number((await wrong(scene.apis[0], path, of)).headers.get('x-ratelimit-remaining'));
    await remaining('chat', user);
    await scene.operator.users.change(user.userName, { limits: { chat: '300/1m' } });
    expect(await remaining('chat', user)).toBe(298);
    await scene.operator.organizations.setLimits(organization.organizationId, { limits: { jobs: '7/1m' } });
    await scene.operator.organizations.setLimits(organization.organizationId, {
      limits: { images: '11/1m' },
    });
    expect(await remaining('job/anonymize', organization)).toBe(6);
    expect(await remaining('generate-image', organization)).toBe(10);
    await scene.operator.users.change(organization.userName, { limits: { images: '999999/1m' } });
    expect(await remaining('generate-image', organization)).toBe(6_000 - 2);
    await scene.operator.users.change(organization.userName, { limits: { images: null } });
    expect(await remaining('generate-image', organization)).toBe(11 - 3);
  });

  it('apply to the login endpoints together, per address, before the body is read [SEC-18]', async () => {
    const from = '198.51.100.77';
    const call = (base: string, path: string, address = from) => auth(base, path, {}, address);
    const known = await counters('rate-address');
    expect((await call(scene.apis[0], 'refresh')).status).toBe(400);
    await useUp('rate-address', known, 600);
    expect((await call(scene.apis[1], 'logout')).status).toBe(400);
    for (const path of ['login', 'refresh', 'logout']) {
      const refusal = await call(scene.apis[0], path);
      expect(refusal.status).toBe(429);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await call(scene.apis[0], path, '198.51.100.78')).status).toBe(400);
    }
  });

  it('store no plain addresses', async () => {
    expect((await scene.system.redis.keys('*')).filter((key) => key.includes('198.51.100'))).toEqual([]);
  });

  it('apply to failed logins per user name and address [SEC-15]', async () => {
    const [user, other] = [await scene.system.user(), await scene.system.user()];
    const login = (base: string, { userName }: TestUser, password: string, from = '192.0.2.1') =>
      auth(base, 'login', { userName, password }, from);
    const statuses: number[] = [];
    for (let i = 0; i < 13; i += 1) statuses.push((await login(scene.apis[i % 2]!, user, 'wrong')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
    // The user can log in from another address, and other users from this address.
    expect((await login(scene.apis[1], user, user.password)).status).toBe(429);
    expect((await login(scene.apis[1], user, user.password, '192.0.2.2')).status).toBe(200);
    expect((await login(scene.apis[0], other, other.password)).status).toBe(200);
  });

  it('do not lock a user out from an address of an earlier login, however many other logins fail there [SEC-16]', async () => {
    const [user, other] = [await scene.system.user(), await scene.system.user()];
    const from = '192.0.2.77';
    const login = async (userName: string, password: string) =>
      (await auth(scene.apis[0], 'login', { userName, password }, from)).status;
    const known = await counters('login-address');
    expect(await login(user.userName, user.password)).toBe(200);
    expect(await login('stranger@example.com', 'wrong')).toBe(401);
    const counter = (await counters('login-address')).find((key) => !known.includes(key));
    await scene.system.redis.incrby(counter!, 99);
    expect(await login('another@example.com', 'wrong')).toBe(429);
    expect(await login(other.userName, other.password)).toBe(429);
    expect(await login(user.userName, 'wrong')).toBe(401);
    expect(await login(user.userName, user.password)).toBe(200);
    expect((await counters('login-known')).join()).not.toMatch(/@|192\.0/);
  });

  it('cannot be evaded with a forged X-Forwarded-For if no proxy is trusted [SEC-21]', async () => {
    const { userName } = await scene.system.user();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push(await fromNoProxy('login', { userName, password: 'wrong' }, `203.0.113.${i}`));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('count chat and the gateway together, and other endpoints separately', async () => {
    const caller = await scene.system.user();
    const remaining = async (path: string): Promise<number> =>
      Number((await wrong(scene.apis[0], path, caller)).headers.get('x-ratelimit-remaining'));
    const before = await remaining('chat');
    expect(await remaining('openai/v1/chat/completions')).toBe(before - 1);
    expect(await remaining('anonymize')).toBeGreaterThan(60);
    expect(await remaining('chat')).toBe(before - 2);
  });

  it('answer 429 with Retry-After at every endpoint, as the OpenAPI document shows', async () => {
    const { redis, redisPrefix } = scene.system;
    const failures = await DocumentedFailures.at(scene.apis[0], scene.user);
    for (const operation of failures.showing(429)) await failures.ask(operation);
    const counted = async (name: string) => redis.keys(`*${redisPrefix}*${name}:*`);
    const ofLogins = await counted('rate-address:login');
    const all = [...(await counted('rate')), ...(await counted('rate-address')), ...ofLogins];
    // Used up for longer than the test takes.
    for (const key of all) await redis.set(key, 10_000, 'EX', 600);
    await failures.expectShown(429, ['POST /idm/v1/auth/login']);
    await redis.del(all);
  });
});

/** Calls from an address that is not the proxy's. @returns the status */
const fromNoProxy = (path: string, body: object, forged: string): Promise<number> =>
  new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forged };
    request(
      `${scene.apis[0]}/idm/v1/auth/${path}`,
      { method: 'POST', headers, localAddress: '127.0.0.2' },
      (response) => done(response.resume().statusCode!),
    )
      .on('error', fail)
      .end(JSON.stringify(body));
  });

import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  eventually,
  startSystem,
  startUpstream,
  type TestSystem,
  type TestUser,
  type Upstream,
} from '@app/testing';
import { form, readDocument } from '../contract/open-api';
import { ApiClient, type Caller } from '../support/api-client';
import { aPrompt } from '../support/chat';
import { startOperator, type Operator } from '../support/operator';
import { RawClient } from '../support/raw-client';

const CLIENT_TIMEOUT_MS = 2_000;

let system: TestSystem;
let upstream: Upstream;
/** Addresses of two api processes on the same stores. */
let apis: [string, string];
/** Of another with settings that differ: 5 chats a minute, small bodies, no proxy. */
let strict: string;
let operator: Operator;

beforeAll(async () => {
  upstream = await startUpstream();
  system = await startSystem(
    { LLM_BASE_URL: upstream.baseUrl, CLIENT_TIMEOUT: `${CLIENT_TIMEOUT_MS}ms`, TRUST_PROXY: '127.0.0.1' },
    ['api'],
  );
  const started = [
    system.startApi(),
    system.startApi({ RATE_LIMIT_CHAT: '5/1m', MAX_USER_BODIES_AT_ONCE: '300KiB', TRUST_PROXY: '' }),
  ];
  const [second, other] = (await Promise.all(started)).map(({ env }) => `http://127.0.0.1:${env.PORT}`);
  [apis, strict] = [[system.url(''), second!], other!];
  operator = await startOperator(system);
});
afterAll(async () => {
  await operator?.stop();
  await system?.stop();
  await upstream?.stop();
});

/** A request that is counted and then refused: counting comes before looking. */
const wrong = (base: string, path: string, user?: Caller, from?: string) =>
  ApiClient.at(base, user).post(path, {}, forwarded(from));

const forwarded = (from?: string): Record<string, string> =>
  from === undefined ? {} : { 'x-forwarded-for': from };
/** At the login endpoints, without a token. */
const auth = (base: string, path: string, body: object, from?: string) =>
  ApiClient.at(base).post(`/idm/v1/auth/${path}`, body, forwarded(from));

/** Lets Redis believe that all but one of the requests that a limit allows were made. */
async function useUp(kind: 'rate' | 'rate-address', from: readonly string[], allowed: number): Promise<void> {
  const added = (await counters(kind)).filter((key) => !from.includes(key));
  expect(added).toHaveLength(1);
  await system.redis.incrby(added[0]!, allowed - 2);
  // The minute is not over before the test is.
  await system.redis.expire(added[0]!, 600);
}

const counters = async (kind: string): Promise<string[]> =>
  (await system.redis.keys(`*${system.redisPrefix}*`)).filter((key) => key.includes(`${kind}:`));

describe('rate limits, counted over all api processes', () => {
  it.each([
    ['chat', 'chat', 60],
    ['the gateway', 'openai/v1/chat/completions', 60],
    ['anonymize', 'anonymize', 120],
    ['uploads', 'upload', 30],
    ['images', 'generate-image', 10],
  ])('hold for %s, per user', async (_, path, perMinute) => {
    const [user, other] = [await system.user(), await system.user()];
    const known = await counters('rate');
    expect((await wrong(apis[0], path, user)).headers.get('x-ratelimit-remaining')).toBe(
      String(perMinute - 1),
    );
    await useUp('rate', known, perMinute);
    expect((await wrong(apis[1], path, user)).headers.get('x-ratelimit-remaining')).toBe('0');
    for (const base of apis) {
      const refusal = await wrong(base, path, user);
      expect(refusal.status).toBe(429);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await wrong(apis[0], path, other)).status).not.toBe(429);
  });

  it('hold for jobs, per organization', async () => {
    const user = await system.user();
    const colleague = await system.user({ organizationId: user.organizationId });
    const known = await counters('rate');
    await wrong(apis[0], 'job/anonymize', user);
    await useUp('rate', known, 600);
    expect((await wrong(apis[1], 'job/transcribe', colleague)).headers.get('x-ratelimit-remaining')).toBe(
      '0',
    );
    for (const base of apis) expect((await wrong(base, 'job/anonymize', user)).status).toBe(429);
  });

  it.each(['job/transcribe', 'job/anonymize'])(
    'come after the token, and before the grant, the type and the fields, at %s',
    async (path) => {
      const user = await system.user({ grants: [] });
      const known = await counters('rate');
      expect((await wrong(apis[0], path, user)).status).toBe(403);
      await useUp('rate', known, 600);
      expect((await wrong(apis[0], path, user)).status).toBe(403);
      expect((await wrong(apis[0], path, user)).status).toBe(429);
      expect((await wrong(apis[0], path)).status).toBe(401);
    },
  );

  it('hold per address too, for twenty users: more accounts are no way around them', async () => {
    const users = [await system.user(), await system.user(), await system.user()] as const;
    const from = '198.51.100.7';
    const known = await counters('rate-address');
    await wrong(apis[0], 'generate-image', users[0], from);
    await useUp('rate-address', known, 200);
    expect((await wrong(apis[1], 'generate-image', users[1], from)).status).toBe(400);
    for (const base of apis) {
      const refusal = await wrong(base, 'generate-image', users[2], from);
      expect(refusal.status).toBe(429);
      expect(refusal.body).toMatchObject({
        message: expect.stringContaining('from one address: 200'),
      });
    }
    expect((await wrong(apis[0], 'generate-image', users[2], '198.51.100.8')).status).toBe(400);
  });

  it('are those of the user, else of the organization, where some are stored, from the next request on', async () => {
    const [user, organization] = [await system.user(), await system.user()];
    const remaining = async (path: string, of: TestUser) =>
      Number((await wrong(apis[0], path, of)).headers.get('x-ratelimit-remaining'));
    await remaining('chat', user);
    await operator.users.change(user.userName, { limits: { chat: '300/1m' } });
    expect(await remaining('chat', user)).toBe(298);
    await operator.organizations.setLimits(organization.organizationId, { limits: { jobs: '7/1m' } });
    await operator.organizations.setLimits(organization.organizationId, { limits: { images: '11/1m' } });
    expect(await remaining('job/anonymize', organization)).toBe(6);
    expect(await remaining('generate-image', organization)).toBe(10);
    await operator.users.change(organization.userName, { limits: { images: '999999/1m' } });
    expect(await remaining('generate-image', organization)).toBe(6_000 - 2);
    await operator.users.change(organization.userName, { limits: { images: null } });
    expect(await remaining('generate-image', organization)).toBe(11 - 3);
  });

  it('are settings', async () => {
    const user = await system.user();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await wrong(strict, 'chat', user)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('hold for the login endpoints together, per address, before anything is read', async () => {
    const from = '198.51.100.77';
    const call = (base: string, path: string, address = from) => auth(base, path, {}, address);
    const known = await counters('rate-address');
    expect((await call(apis[0], 'refresh')).status).toBe(400);
    await useUp('rate-address', known, 600);
    expect((await call(apis[1], 'logout')).status).toBe(400);
    for (const path of ['login', 'refresh', 'logout']) {
      const refusal = await call(apis[0], path);
      expect(refusal.status).toBe(429);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await call(apis[0], path, '198.51.100.78')).status).toBe(400);
    }
  });

  it('do without an address in plain', async () => {
    expect((await system.redis.keys('*')).filter((key) => key.includes('198.51.100'))).toEqual([]);
  });

  it('hold for failed logins: per user name and address', async () => {
    const [user, other] = [await system.user(), await system.user()];
    const login = (base: string, { userName }: TestUser, password: string, from = '192.0.2.1') =>
      auth(base, 'login', { userName, password }, from);
    const statuses: number[] = [];
    for (let i = 0; i < 13; i += 1) statuses.push((await login(apis[i % 2]!, user, 'wrong')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
    // Nobody is locked out from elsewhere, and nobody else from there.
    expect((await login(apis[1], user, user.password)).status).toBe(429);
    expect((await login(apis[1], user, user.password, '192.0.2.2')).status).toBe(200);
    expect((await login(apis[0], other, other.password)).status).toBe(200);
  });

  it('let a user in who logged in from there before, however often strangers failed', async () => {
    const [user, other] = [await system.user(), await system.user()];
    const from = '192.0.2.77';
    const login = async (userName: string, password: string) =>
      (await auth(apis[0], 'login', { userName, password }, from)).status;
    const known = await counters('login-address');
    expect(await login(user.userName, user.password)).toBe(200);
    expect(await login('stranger@example.com', 'wrong')).toBe(401);
    const counter = (await counters('login-address')).find((key) => !known.includes(key));
    await system.redis.incrby(counter!, 99);
    expect(await login('another@example.com', 'wrong')).toBe(429);
    expect(await login(other.userName, other.password)).toBe(429);
    expect(await login(user.userName, 'wrong')).toBe(401);
    expect(await login(user.userName, user.password)).toBe(200);
    expect((await counters('login-known')).join()).not.toMatch(/@|192\.0/);
  });

  it('are not escaped by a forged X-Forwarded-For where no proxy is trusted', async () => {
    const { userName } = await system.user();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const body = { userName, password: 'wrong' };
      statuses.push((await auth(strict, 'login', body, `203.0.113.${i}`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe('limits on what one request may be', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await system.user();
  });
  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    new ApiClient(system, user).post(path, body, headers);
  const nested = (depth: number): string =>
    JSON.stringify(aPrompt('Hello')).replace(
      /\}$/,
      `,"more":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`,
    );
  const members = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, i])));
  const form = (parts: number, name = (i: number) => `part-${i}`): FormData => {
    const body = new FormData();
    for (let i = 0; i < parts; i += 1) body.append(name(i), 'x');
    return body;
  };

  it.each([
    ['a JSON body over 1 MiB', 413, () => post('chat', JSON.stringify(aPrompt('x'.repeat(1024 * 1024))))],
    ['a prompt over 256 KiB', 413, () => post('chat', JSON.stringify(aPrompt('x'.repeat(256 * 1024 + 1))))],
    ['1,001 members in one object', 400, () => post('chat', members(1_001))],
    [
      '10,001 entries in all',
      400,
      () => post('chat', JSON.stringify({ choices: Array.from({ length: 10_001 }, () => 1) })),
    ],
    ['33 levels of JSON', 400, () => post('chat', nested(33))],
    ['headers over 16 KiB', 400, () => post('chat', '{}', { 'x-long': 'x'.repeat(17 * 1024) })],
    ['a form of too many parts', 400, () => post('upload', form(40))],
    ['a job form of too many parts', 400, () => post('job/transcribe', form(40))],
    [
      'a job form with too long a name',
      400,
      () =>
        post(
          'job/transcribe',
          form(1, () => 'n'.repeat(101)),
        ),
    ],
    ['a body that grows when it is unpacked', 413, () => bomb()],
  ])('refuse %s', async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ success: false, response_code: status });
  });

  /** 64 MiB of blanks in a few KiB. */
  const bomb = () =>
    new ApiClient(system, user).post('chat', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });

  it('refuse 16 KiB without a token', async () => {
    for (const path of ['login', 'refresh', 'logout']) {
      const body = {
        userName: 'a',
        password: 'b',
        refreshToken: 'c',
        more: 'x'.repeat(16 * 1024),
      };
      expect((await auth(apis[0], path, body)).status).toBe(413);
    }
  });

  it('refuse a million of everything at the gateway, and answer others meanwhile', async () => {
    const million = (one: string) => `[${Array.from({ length: 1_000_000 }, () => one).join()}]`;
    const message = '{"role":"user","content":"hi"}';
    const bodies = [
      `{"messages":[${message}],"stop":${million('"x"')}}`,
      `{"messages":${million('0')}}`,
      `{"messages":[${message}],"tools":${million('{}')}}`,
      `{"messages":[{"role":"user","content":${million('{}')}}]}`,
      `{"messages":[${message}],"logit_bias":{${Array.from({ length: 1_000_000 }, (_, i) => `"${i}":1`).join()}}}`,
    ];
    for (const body of bodies) {
      const refusal = await post('openai/v1/chat/completions', body);
      expect(refusal.status).toBe(400);
      expect(refusal.body).toMatchObject({
        error: { message: expect.stringMatching(/must not have|may have/) },
      });
    }
    expect((await new ApiClient(system).get('/health/ready')).status).toBe(200);
  });

  it('let one user fill no more memory than a share, and say when to try again', async () => {
    const [one, other] = [await system.user(), await system.user()];
    const length = 200 * 1024;
    const first = await RawClient.open(strict);
    first.socket.write(
      `POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: ${one.authorization.authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"prompt":"`,
    );
    const feeding = setInterval(() => first.socket.write('x'.repeat(20_000)), CLIENT_TIMEOUT_MS / 2);
    const body = JSON.stringify(aPrompt('Hello', { ignored: 'x'.repeat(length) }));
    const chat = (of: TestUser) => ApiClient.at(strict, of).post('chat', body);
    // As soon as the api has begun to read the first one's body.
    const refusal = await eventually(async () => {
      const answer = await chat(one);
      expect(answer.status).toBe(429);
      return answer;
    });
    const answer = await chat(other);
    clearInterval(feeding);
    first.socket.destroy();
    expect(answer.status).toBe(200);
    expect(refusal.headers.get('retry-after')).toBe('5');
    expect((await chat(one)).status).toBe(200);
  });

  it('take 32 levels of JSON', async () => {
    expect((await post('chat', nested(32))).status).toBe(200);
  });
});

function* forever(text: string): Generator<string> {
  for (;;) yield text;
}

describe('slow clients', () => {
  let head: string;
  beforeAll(async () => {
    const { authorization } = (await system.user()).authorization;
    head = `POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
  });
  const body = JSON.stringify(aPrompt('Hello'));
  const open = () => RawClient.open(apis[0]);

  it('are cut off where they send their headers one by one', async () => {
    const client = await open();
    expect(await client.drip(`${head}X-Slow: ${'x'.repeat(2_000)}`, 50)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('are cut off where they begin and send nothing more', async () => {
    const client = await open();
    expect(await client.send('POST /ai/v1/chat HTT')).toMatch(/^HTTP\/1.1 408 /);
  });

  it('are cut off where they send a body one byte after the other, or none', async () => {
    const [slow, silent] = [await open(), await open()];
    slow.socket.write(`${head}Content-Length: 2000\r\n\r\n`);
    const answers = await Promise.all([
      slow.drip(body.padEnd(2_000), 50),
      silent.send(`${head}Content-Length: 2000\r\n\r\n{"prompt":`),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('"response_code":408');
    }
  });

  it('are told so at every endpoint that reads a body, as the OpenAPI document shows', async () => {
    const { authorization } = (await system.user()).authorization;
    const operations = await readDocument((path) => new ApiClient(system).call('GET', path));
    const reading = operations.filter(({ statuses }) => statuses.includes(408));
    expect(reading.map(({ name }) => name)).toEqual(
      operations.filter(({ bodyTypes }) => bodyTypes.length > 0).map(({ name }) => name),
    );
    const answers = reading.map(async (operation) => {
      const type = operation.bodyTypes.includes('multipart/form-data')
        ? 'multipart/form-data; boundary=b\r\nFile-Name: a.txt'
        : 'application/json';
      const answer = await (
        await open()
      ).send(
        `${operation.method} ${operation.at()} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n` +
          'Content-Length: 100\r\n\r\n{',
      );
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(form(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))).toEqual(form(operation.shown(408)));
    });
    await Promise.all(answers);
  });

  it('are cut off where they do not read a stream, and the model is asked for no more', async () => {
    let stopped = false;
    upstream.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const delta = JSON.stringify({ choices: [{ delta: { content: 'many words '.repeat(6_000) } }] });
      const endless = Readable.from(forever(`data: ${delta}\n\n`));
      pipeline(endless, response, () => (stopped = true));
      return true;
    };
    const client = await open();
    client.socket.pause();
    client.socket.write(`${head}Accept: text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await eventually(() => expect(stopped).toBe(true));
    client.socket.destroy();
    upstream.intercept = undefined;
  });

  it('do no harm where they were refused and go on slowly', async () => {
    const refused = await open();
    refused.socket.write('POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n');
    expect(await refused.drip('x'.repeat(2_000), 50)).toMatch(/^HTTP\/1.1 408 /);
    // What refused it first has ended its wait by now, too.
    await new Promise((done) => setTimeout(done, 100));
    expect((await new ApiClient(system).get('/health/live')).status).toBe(200);
  });

  it('are served where they are slow alone, or where it is the model that takes its time', async () => {
    upstream.intercept = async () => {
      await new Promise((done) => setTimeout(done, 1.5 * CLIENT_TIMEOUT_MS));
      return false;
    };
    const client = await open();
    // As long as one and a half time-outs on its way, in pieces of which one in each would do.
    const pieces = 30;
    const whole = JSON.stringify(aPrompt('Hello', { ignored: 'x'.repeat(pieces * 20_000) }));
    client.socket.write(`${head}Connection: close\r\nContent-Length: ${whole.length}\r\n\r\n`);
    for (let at = 0; at < whole.length; at += 20_000) {
      client.socket.write(whole.slice(at, at + 20_000));
      await new Promise((done) => setTimeout(done, (1.5 * CLIENT_TIMEOUT_MS) / pieces));
    }
    expect(await client.send('')).toMatch(/^HTTP\/1.1 200 /);
    upstream.intercept = undefined;
  });
});

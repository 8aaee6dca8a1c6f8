import { gzipSync } from 'node:zlib';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { RawClient } from '../../support/raw-client';
import { CLIENT_TIMEOUT_MS, useTwoApis } from './scene';

const scene = useTwoApis();

describe('limits on the size of one request', () => {
  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    new ApiClient(scene.system, scene.user).post(path, body, headers);
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
      '10,001 entries in total',
      400,
      () => post('chat', JSON.stringify({ choices: Array.from({ length: 10_001 }, () => 1) })),
    ],
    ['33 levels of JSON', 400, () => post('chat', nested(33))],
    ['headers over 16 KiB', 400, () => post('chat', '{}', { 'x-long': 'x'.repeat(17 * 1024) })],
    ['a form with too many parts', 400, () => post('upload', form(40))],
    ['a job form with too many parts', 400, () => post('job/transcribe', form(40))],
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
  ])('reject %s [SEC-44]', async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ success: false, response_code: status });
  });

  /** 64 MiB of blanks, compressed to a few KiB. */
  const bomb = () =>
    new ApiClient(scene.system, scene.user).post('chat', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });

  it('reject more than 16 KiB without a token [SEC-17]', async () => {
    for (const path of ['login', 'refresh', 'logout']) {
      const body = {
        userName: 'a',
        password: 'b',
        refreshToken: 'c',
        more: 'x'.repeat(16 * 1024),
      };
      expect((await new ApiClient(scene.system).post(`/idm/v1/auth/${path}`, body)).status).toBe(413);
    }
  });

  it('reject a million of every element at the gateway, and keep other requests responsive [SEC-47]', async () => {
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
    expect((await new ApiClient(scene.system).get('/health/ready')).status).toBe(200);
  });

  it('limit one user to a share of the memory, and answer with a Retry-After [SEC-50]', async () => {
    const [one, other] = [await scene.system.user(), await scene.system.user()];
    const length = 200 * 1024;
    const first = await RawClient.open(scene.apis[1]);
    first.socket.write(
      `POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: ${one.authorization.authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"prompt":"`,
    );
    const feeding = setInterval(() => first.socket.write('x'.repeat(20_000)), CLIENT_TIMEOUT_MS / 2);
    const body = JSON.stringify(aPrompt('Hello', { ignored: 'x'.repeat(length) }));
    const chat = (of: TestUser) => ApiClient.at(scene.apis[1], of).post('chat', body);
    // Waits until the api has begun to read the first body.
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

  it('accept 32 levels of JSON', async () => {
    expect((await post('chat', nested(32))).status).toBe(200);
  });
});

import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { signToken } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { RawClient } from '../../support/raw-client';
import { useApi } from './scene';

const scene = useApi();

describe('every answer', () => {
  it.each([
    ['a success', 'history', 200],
    ['a failure', 'nowhere', 404],
  ])(
    'has security headers and does not reveal the server software: %s [PRIV-66]',
    async (_, path, status) => {
      const response = await scene.api.get(path);
      expect(response.status).toBe(status);
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      for (const name of ['x-powered-by', 'server', 'etag']) expect(headers[name]).toBeUndefined();
    },
  );
});

/** RFC 9112, sections 5.2, 6.1 and 6.3: a request that can be parsed in two ways is rejected. */
describe('request smuggling', () => {
  const smuggled = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = `0\r\n\r\n${smuggled}`;

  it.each([
    ['CL.TE', `Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
    [
      'TE.CL',
      `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    ['TE.TE, one of them unknown', `Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n${chunked}`],
    ['an unknown encoding last', `Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`],
    ['a blank before the colon', `Transfer-Encoding : chunked\r\n\r\n${chunked}`],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['two lengths in one line', `Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
    ['a length with a sign', `Content-Length: +0\r\n\r\n${smuggled}`],
    ['a negative length', `Content-Length: -1\r\n\r\n${smuggled}`],
    ['a folded line (obs-fold)', `X-Folded: a\r\n Transfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['a bare line feed', `X-Bare: a\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['a malformed chunk size', `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${smuggled}`],
    ['a chunk longer than its size', `Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n${smuggled}`],
    ['a NUL in a header', `X-Nul: a\0b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
  ])(
    'fails with %s: one rejection, no second request, and the connection closes [SEC-22]',
    async (_, rest) => {
      const client = await RawClient.open(scene.system.url(''));
      const answer = await client.send(
        `POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: ${scene.user.authorization.authorization}\r\nContent-Type: application/json\r\n${rest}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
      expect(answer).not.toContain('"live"');
    },
  );
});

describe('prototype pollution', () => {
  const poison = { anonymized: false, model: 'test-model', lang: 'en', polluted: 'yes', choices: ['Names'] };
  /** A prompt without its model. It would be complete if pollution had added a property to every object. */
  const lacking = async () => {
    const { status, body } = await scene.api.post<{ errors: { field: string }[] }>(
      'chat',
      aPrompt('Hello', { model: undefined }),
    );
    expect(status).toBe(400);
    expect(body.errors.map(({ field }) => field)).toEqual(['model']);
  };

  it.each([
    ['__proto__', `{"__proto__":${JSON.stringify(poison)},"prompt":"Hello"}`],
    ['__proto__ within', `{"prompt":"Hello","more":{"__proto__":${JSON.stringify(poison)}}}`],
    ['constructor.prototype', `{"constructor":{"prototype":${JSON.stringify(poison)}},"prompt":"Hello"}`],
    ['an escaped __proto__', `{"\\u005f_proto__":${JSON.stringify(poison)},"prompt":"Hello"}`],
  ])('fails with %s in JSON [SEC-56]', async (_, body) => {
    const answer = await scene.api.post<{ errors: { field: string }[] }>('chat', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['lang', 'model']));
    await lacking();
  });

  it.each(['__proto__[model]', '__proto__.model', 'constructor[prototype][model]', '__proto__'])(
    'fails with %s in a query and in the names of form fields and files [SEC-57]',
    async (name) => {
      expect((await scene.api.get(`history?${encodeURIComponent(name)}=test-model&${name}=x`)).status).toBe(
        200,
      );
      for (const path of ['upload', 'job/transcribe']) {
        const form = new FormData();
        form.append(name, 'test-model');
        form.append(name, new File(['x'], '__proto__.wav'));
        const { status } = await scene.api.post(path, form);
        expect(status).toBe(400);
      }
      await lacking();
    },
  );
});

describe('access tokens', () => {
  const own = () => decodeJwt(scene.user.token);
  const ours = () =>
    createPrivateKey({
      key: Buffer.from(scene.system.api.env.JWT_KEYS!.split(':')[1]!, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
  const now = (): number => Math.floor(Date.now() / 1000);
  /** The user's own token with changes, signed again. */
  const signed = (claims: object = {}, header: object = {}, key = ours()): string =>
    signToken({ alg: 'ES256', typ: 'JWT', kid: 'test', ...header }, { ...own(), ...claims }, key);
  const raw = (header: object, payload: object): string =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const status = async (token: string): Promise<number> => {
    const user = { authorization: { authorization: `Bearer ${token}` } };
    const response = await new ApiClient(scene.system, user).get('history');
    if (response.status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    return response.status;
  };

  it('are accepted if the service issued them', async () => {
    expect(await status(signed())).toBe(200);
  });

  it.each<[string, () => string]>([
    ['no algorithm', () => `${raw({ alg: 'none', typ: 'JWT', kid: 'test' }, own())}.`],
    [
      'no algorithm and our signature',
      () => `${raw({ alg: 'none', typ: 'JWT', kid: 'test' }, own())}.${scene.user.token.split('.')[2]}`,
    ],
    [
      'our public key as a shared secret',
      () => {
        const unsigned = raw({ alg: 'HS256', typ: 'JWT', kid: 'test' }, own());
        const secret = createPublicKey(ours()).export({ format: 'pem', type: 'spki' });
        return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
      },
    ],
    ['another audience', () => signed({ aud: 'another' })],
    ['another issuer', () => signed({ iss: 'another' })],
    ['an end in the past', () => signed({ exp: now() - 600 })],
    ['a beginning in the future', () => signed({ nbf: now() + 600 })],
    ['an unknown kid', () => signed({}, { kid: 'unknown' })],
    [
      'its own key in its header',
      () => {
        const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return signed({}, { jwk: publicKey.export({ format: 'jwk' }) }, privateKey);
      },
    ],
    ["another's key", () => signed({}, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    [
      'a payload that was changed',
      () =>
        scene.user.token.replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...own(), sub: randomUUID() })).toString('base64url')}.`,
        ),
    ],
    ["another user's id", () => signed({ sub: randomUUID() })],
    ["another organization's id", () => signed({ organizationId: randomUUID() })],
    ['a login that does not exist', () => signed({ sid: randomUUID() })],
  ])('are refused with %s [SEC-1]', async (_, make) => {
    expect(await status(make())).toBe(401);
  });

  it('are refused once the reuse of a refresh token revoked their family', async () => {
    const { token, refreshToken } = await scene.system.user();
    const refresh = () =>
      new ApiClient(scene.system).post<{ jwtToken: string }>('/idm/v1/auth/refresh', { refreshToken });
    const { jwtToken } = (await refresh()).body;
    expect(await status(jwtToken)).toBe(200);
    expect((await refresh()).status).toBe(401);
    expect([await status(token), await status(jwtToken)]).toEqual([401, 401]);
  });
});

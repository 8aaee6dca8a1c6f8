import { createPublicKey, randomUUID, type JsonWebKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { ApiClient } from '../../support/api-client';
import { useTwoApis } from './scene';

const ERROR_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/;
const UUID = /^[0-9a-f-]{36}$/;

const scene = useTwoApis();

describe('login', () => {
  // Each test calls from its own address: the apis trust the proxy.
  const login = (body: unknown, address = '192.0.2.1') =>
    new ApiClient(scene.system).post<never>('/idm/v1/auth/login', body, { 'x-forwarded-for': address });
  const credentials = (more: object = {}) => ({
    userName: scene.user.userName,
    password: scene.user.password,
    ...more,
  });
  const failure = (errorMessage: unknown) => ({ errorDate: expect.stringMatching(ERROR_DATE), errorMessage });

  it('answers with only an access token and a refresh token', async () => {
    const { status, headers, body } = await login(credentials());
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ jwtToken: expect.any(String), refreshToken: expect.any(String) });
  });

  it('compares user names case-insensitively and ignores unknown fields', async () => {
    const userName = scene.user.userName.toUpperCase();
    expect((await login(credentials({ userName, remember: true }))).status).toBe(200);
  });

  it('identifies the user in the claims, signed with the published key', async () => {
    const { jwtToken } = (await login(credentials())).body as { jwtToken: string };
    const published = await new ApiClient(scene.system).get<{ keys: (JsonWebKey & { kid: string })[] }>(
      '/idm/v1/.well-known/jwks.json',
    );
    const { keys } = published.body;
    const named = ({ kid }: { kid?: string }) => keys.find((candidate) => candidate.kid === kid)!;
    const verified = await jwtVerify(jwtToken, (header) =>
      createPublicKey({ key: named(header), format: 'jwk' }),
    );
    const { payload: claims, protectedHeader } = verified;
    const key = named(protectedHeader);
    expect(protectedHeader.alg).toBe('ES256');
    expect(key).not.toHaveProperty('d');
    expect(claims).toEqual({
      sub: expect.stringMatching(UUID),
      email: scene.user.userName,
      organizationId: scene.user.organizationId,
      sid: expect.stringMatching(UUID),
      jti: expect.stringMatching(UUID),
      iss: 'privacy-chat',
      aud: 'privacy-chat',
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 3600,
    });
  });

  it('accepts thirty concurrent logins of one account', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(credentials(), '192.0.2.30')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('refuses a wrong password', async () => {
    const { status, headers, body } = await login(credentials({ password: 'wrong' }));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(body).toEqual(failure('Invalid UserName or Password!'));
  });

  it.each(['nobody@company.example', ' Nobody "<b>" ', 'nul\0@company.example', '%s ${x} 👋'])(
    'rejects the unknown user %j and repeats the name as it was sent',
    async (userName) => {
      const { status, body } = await login(credentials({ userName }));
      expect(status).toBe(401);
      expect(body).toEqual(failure(`UserNotfound Or Inactive ${userName}`));
    },
  );

  it('rejects inactive users and users of inactive organizations, also with the right password', async () => {
    const other = await scene.system.user();
    const attempt = { userName: other.userName, password: other.password };
    const refused = failure(`UserNotfound Or Inactive ${other.userName}`);
    for (const setActive of [
      (active: boolean) => scene.operator.users.setActive(other.userName, active),
      (active: boolean) => scene.operator.organizations.setActive(other.organizationId, active),
    ]) {
      await setActive(false);
      expect(await login(attempt)).toMatchObject({ status: 401, body: refused });
      expect(await login({ ...attempt, password: 'wrong' })).toMatchObject({ status: 401, body: refused });
      await setActive(true);
      expect((await login(attempt)).status).toBe(200);
    }
  });

  it.each([
    [{}],
    [{ userName: 'demo@example.com' }],
    [{ userName: 'demo@example.com', password: null }],
    [{ userName: 'demo@example.com', password: 12345678 }],
    [{ userName: { toString: 'demo' }, password: 'x' }],
    [{ userName: ['demo@example.com'], password: 'x' }],
    [{ userName: '', password: 'x' }],
    [{ userName: 'a'.repeat(321), password: 'x' }],
    [{ userName: 'demo@example.com', password: 'x'.repeat(1025) }],
    ['{"userName":'],
    ['[]'],
    ['"text"'],
    [''],
  ])('answers 400 to %j', async (body) => {
    const { status, body: answer } = await login(body);
    expect(status).toBe(400);
    expect(answer).toEqual(failure(expect.any(String)));
  });

  it('rejects the eleventh attempt for one name from one address, and only from this address', async () => {
    const [here, elsewhere] = ['198.51.100.1', '198.51.100.2'];
    for (let i = 0; i < 10; i += 1)
      expect((await login(credentials({ password: 'wrong' }), here)).status).toBe(401);
    const refused = await login(credentials(), here);
    expect(refused).toMatchObject({ status: 429, body: failure(expect.stringMatching(/too many failed/i)) });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect((await login(credentials({ userName: scene.user.userName.toUpperCase() }), here)).status).toBe(
      429,
    );
    expect((await login(credentials(), elsewhere)).status).toBe(200);
    const other = await scene.system.user();
    expect((await login({ userName: other.userName, password: other.password }, here)).status).toBe(200);
  });

  it('rejects an address after a hundred failures with any names', async () => {
    const address = '198.51.100.3';
    const counters = async (): Promise<string[]> =>
      (await scene.system.redis.keys(`*${scene.system.redisPrefix}*`)).filter((key) =>
        key.includes('login-address:'),
      );
    const fail = async (): Promise<number> =>
      (await login(credentials({ userName: `${randomUUID()}@company.example` }), address)).status;
    const known = await counters();
    expect(await fail()).toBe(401);
    const [counter, ...more] = (await counters()).filter((key) => !known.includes(key));
    expect(more).toEqual([]);
    // Simulates 98 more failures.
    await scene.system.redis.incrby(counter!, 98);
    expect(await fail()).toBe(401);
    expect(await fail()).toBe(429);
    expect((await login(credentials(), address)).status).toBe(429);
  });

  it('counts under keyed hashes: Redis contains neither names nor addresses [SEC-86]', async () => {
    await login(credentials({ password: 'wrong' }), '198.51.100.4');
    const keys = await scene.system.redis.keys(`*${scene.system.redisPrefix}*login*`);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).not.toMatch(/company|user-|198\.51|192\.0/);
  });

  it('stores passwords as argon2id hashes and refresh tokens as hashes, and logs neither [SEC-77]', async () => {
    const { refreshToken } = (await login(credentials())).body as { refreshToken: string };
    const { rows } = await scene.system.db.query<{ row: string }>(
      'SELECT users::text AS row FROM users UNION ALL SELECT refresh_tokens::text FROM refresh_tokens',
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).toContain('$argon2id$');
    for (const text of [stored, scene.system.api.output]) {
      expect(text).not.toContain(scene.user.password);
      expect(text).not.toContain(refreshToken);
    }
    expect(scene.system.api.output).not.toContain(scene.user.userName);
  });
});

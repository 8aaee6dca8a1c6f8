import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { startSystem, type TestSystem, type TestUser } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { startOperator, type Operator } from '../support/operator';

interface Tokens {
  jwtToken: string;
  refreshToken: string;
}

/** Header (0) or payload (1) of a token. */
const part = <T>(token: string, index: 0 | 1): T =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as T;

const newSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

describe('tokens', () => {
  let system: TestSystem;
  let operator: Operator;

  beforeAll(async () => {
    system = await startSystem({}, ['api']);
    operator = await startOperator(system);
  });
  afterAll(async () => {
    await operator.stop();
    await system.stop();
  });

  const post = async (path: string, asked: object) => {
    const api = new ApiClient(system);
    const answer = await api.post<Tokens & { errorMessage: string }>(`/idm/v1/auth/${path}`, asked);
    return { status: answer.status, body: answer.body };
  };
  const refresh = (refreshToken: string) => post('refresh', { refreshToken });
  const login = async ({ userName, password }: TestUser) =>
    (await post('login', { userName, password })).body;
  /** Status of a call that needs a token. */
  const call = async (jwtToken: string): Promise<number> => {
    const authorization = `Bearer ${jwtToken}`;
    return (await new ApiClient(system, { authorization: { authorization } }).get('history')).status;
  };
  const asTokens = ({ token, refreshToken }: TestUser): Tokens => ({ jwtToken: token, refreshToken });
  const expectEnded = async ({ jwtToken, refreshToken }: Tokens) => {
    expect(await call(jwtToken)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  };

  it('refreshes: a new pair of tokens, of the same login', async () => {
    const user = await system.user();
    const { status, body } = await refresh(user.refreshToken);
    expect(status).toBe(200);
    expect(body).toEqual({ jwtToken: expect.any(String), refreshToken: expect.any(String) });
    expect(body.refreshToken).not.toBe(user.refreshToken);
    expect(part<{ sid: string }>(body.jwtToken, 1).sid).toBe(part<{ sid: string }>(user.token, 1).sid);
    expect(await call(body.jwtToken)).toBe(200);
    expect(await call(user.token)).toBe(200);
  });

  it('ends the whole login when a spent refresh token comes back, and no other login', async () => {
    const user = await system.user();
    const elsewhere = await login(user);
    const { body: second } = await refresh(user.refreshToken);
    const { body: third } = await refresh(second.refreshToken);
    const reuse = await refresh(user.refreshToken);
    expect(reuse.status).toBe(401);
    expect(reuse.body.errorMessage).toMatch(/log in again/);
    for (const tokens of [asTokens(user), second, third]) await expectEnded(tokens);
    expect(await call(elsewhere.jwtToken)).toBe(200);
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200);
  });

  it('spends a token once, however many use it at the same moment', async () => {
    const user = await system.user();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(user.refreshToken)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { body } of winners) await expectEnded(body);
  });

  it('logs out, with a spent token too, and answers alike where there is nothing to end', async () => {
    const user = await system.user();
    const { body: second } = await refresh(user.refreshToken);
    for (const refreshToken of [user.refreshToken, user.refreshToken, randomBytes(32).toString('base64url')])
      expect(await post('logout', { refreshToken })).toEqual({
        status: 200,
        body: { success: true, message: 'Logged out' },
      });
    for (const tokens of [asTokens(user), second]) await expectEnded(tokens);
  });

  it('takes no refresh token after its end, nor any token after the end of its login', async () => {
    const user = await system.user();
    const { body: second } = await refresh(user.refreshToken);
    const hash = createHash('sha256').update(second.refreshToken).digest('base64url');
    await system.db.query(`UPDATE refresh_tokens SET expires_at = now() WHERE hash = $1`, [hash]);
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await call(second.jwtToken)).toBe(200);

    const other = await system.user();
    await system.db.query(
      `UPDATE logins SET expires_at = now() FROM users
        WHERE users.id = user_id AND users.user_name = $1`,
      [other.userName],
    );
    await expectEnded(asTokens(other));
  });

  it.each([
    ['a user is deactivated', ({ userName }: TestUser) => operator.users.setActive(userName, false)],
    [
      'an organization is deactivated',
      ({ organizationId }: TestUser) => operator.organizations.setActive(organizationId, false),
    ],
    [
      'a password is changed',
      ({ userName }: TestUser) => operator.users.setPassword(userName, 'another good password'),
    ],
  ])('ends all logins at once when %s', async (_, change) => {
    const user = await system.user();
    const bystander = await system.user();
    const all = [asTokens(user), await login(user)];
    for (const { jwtToken } of all) expect(await call(jwtToken)).toBe(200);
    await change(user);
    for (const tokens of all) await expectEnded(tokens);
    expect(await call(bystander.token)).toBe(200);
  });

  it('grants and revokes the job endpoints at once, also for tokens already issued', async () => {
    const user = await system.user({ grants: [] });
    const submit = async (): Promise<number> =>
      (await new ApiClient(system, user).post('job/anonymize')).status;
    expect(await submit()).toBe(403);
    await operator.organizations.grant(user.organizationId, 'transcribe');
    expect(await submit()).toBe(403);
    await operator.organizations.grant(user.organizationId, 'anonymize');
    expect(await submit()).toBe(400);
    await operator.organizations.revoke(user.organizationId, 'anonymize');
    expect(await submit()).toBe(403);
  });

  it('does not bring ended logins back with the user', async () => {
    const user = await system.user();
    await operator.users.setActive(user.userName, false);
    await operator.users.setActive(user.userName, true);
    await expectEnded(asTokens(user));
    expect(await call((await login(user)).jwtToken)).toBe(200);
  });

  it('changes the signing key without a logout, and forgets a key that is taken away', async () => {
    const user = await system.user();
    const { env } = system.api;
    const [old = '', fresh] = [env.JWT_KEYS, `fresh:${newSigningKey()}`];
    const restart = async (keys: string): Promise<void> => {
      await system.api.stop();
      env.JWT_KEYS = keys;
      await system.api.start();
    };
    await restart(`${fresh},${old}`);
    expect(await call(user.token)).toBe(200);
    const { body: renewed } = await refresh(user.refreshToken);
    expect(part<{ kid: string }>(renewed.jwtToken, 0).kid).toBe('fresh');
    const published = await new ApiClient(system).get<{ keys: { kid: string }[] }>(
      '/idm/v1/.well-known/jwks.json',
    );
    const { keys } = published.body;
    expect(keys.map(({ kid }) => kid)).toEqual(['fresh', 'test']);
    await restart(fresh);
    expect(await call(user.token)).toBe(401);
    expect(await call(renewed.jwtToken)).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['a number', { refreshToken: 5 }],
    ['an empty text', { refreshToken: '' }],
    ['a text that is far too long', { refreshToken: 'x'.repeat(1000) }],
  ])('answers 400 to %s for a refresh token', async (_, body) => {
    for (const path of ['refresh', 'logout']) {
      const answer = await post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        errorDate: expect.any(String),
        errorMessage: expect.stringMatching(/^refreshToken /),
      });
    }
  });
});

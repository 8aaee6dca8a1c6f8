import { createHash, randomBytes } from 'node:crypto';
import type { TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { useTwoApis } from './scene';

interface Tokens {
  jwtToken: string;
  refreshToken: string;
}

/** Returns the login id (`sid`) of an access token. */
const loginOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

const scene = useTwoApis();

describe('tokens', () => {
  const post = async (path: string, asked: object) => {
    const api = new ApiClient(scene.system);
    const answer = await api.post<Tokens & { errorMessage: string }>(`/idm/v1/auth/${path}`, asked);
    return { status: answer.status, body: answer.body };
  };
  const refresh = (refreshToken: string) => post('refresh', { refreshToken });
  const login = async ({ userName, password }: TestUser) =>
    (await post('login', { userName, password })).body;
  /** Returns the status of a call that needs a token. */
  const call = async (jwtToken: string): Promise<number> => {
    const authorization = `Bearer ${jwtToken}`;
    return (await new ApiClient(scene.system, { authorization: { authorization } }).get('history')).status;
  };
  const asTokens = ({ token, refreshToken }: TestUser): Tokens => ({ jwtToken: token, refreshToken });
  const expectEnded = async ({ jwtToken, refreshToken }: Tokens) => {
    expect(await call(jwtToken)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  };

  it('are refreshed as a new pair of the same login [PRIV-80]', async () => {
    const user = await scene.system.user();
    const { status, body } = await refresh(user.refreshToken);
    expect(status).toBe(200);
    expect(body).toEqual({ jwtToken: expect.any(String), refreshToken: expect.any(String) });
    expect(body.refreshToken).not.toBe(user.refreshToken);
    expect(loginOf(body.jwtToken)).toBe(loginOf(user.token));
    expect(await call(body.jwtToken)).toBe(200);
    expect(await call(user.token)).toBe(200);
  });

  it('of a login all end when a spent refresh token is used again, and no other login ends [SEC-7]', async () => {
    const user = await scene.system.user();
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

  it('can be spent only once, even by concurrent requests', async () => {
    const user = await scene.system.user();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(user.refreshToken)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { body } of winners) await expectEnded(body);
  });

  it('can log out, also if spent, with the same answer if the login has already ended [PRIV-84]', async () => {
    const user = await scene.system.user();
    const { body: second } = await refresh(user.refreshToken);
    for (const refreshToken of [user.refreshToken, user.refreshToken, randomBytes(32).toString('base64url')])
      expect(await post('logout', { refreshToken })).toEqual({
        status: 200,
        body: { success: true, message: 'Logged out' },
      });
    for (const tokens of [asTokens(user), second]) await expectEnded(tokens);
  });

  it('are refused after they expire or after their login ends [PRIV-83]', async () => {
    const user = await scene.system.user();
    const { body: second } = await refresh(user.refreshToken);
    const hash = createHash('sha256').update(second.refreshToken).digest('base64url');
    await scene.system.db.query(`UPDATE refresh_tokens SET expires_at = now() WHERE hash = $1`, [hash]);
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await call(second.jwtToken)).toBe(200);

    const other = await scene.system.user();
    await scene.system.db.query(
      `UPDATE logins SET expires_at = now() FROM users
        WHERE users.id = user_id AND users.user_name = $1`,
      [other.userName],
    );
    await expectEnded(asTokens(other));
  });

  it.each([
    ['a user is deactivated', ({ userName }: TestUser) => scene.operator.users.setActive(userName, false)],
    [
      'an organization is deactivated',
      ({ organizationId }: TestUser) => scene.operator.organizations.setActive(organizationId, false),
    ],
    [
      'a password is changed',
      ({ userName }: TestUser) => scene.operator.users.setPassword(userName, 'another good password'),
    ],
  ])('of all logins end at once when %s [PRIV-72]', async (_, change) => {
    const user = await scene.system.user();
    const bystander = await scene.system.user();
    const all = [asTokens(user), await login(user)];
    for (const { jwtToken } of all) expect(await call(jwtToken)).toBe(200);
    await change(user);
    for (const tokens of all) await expectEnded(tokens);
    expect(await call(bystander.token)).toBe(200);
  });

  it('get and lose job grants immediately, also if already issued [SEC-60]', async () => {
    const user = await scene.system.user({ grants: [] });
    const submit = async (): Promise<number> =>
      (await new ApiClient(scene.system, user).post('job/anonymize')).status;
    expect(await submit()).toBe(403);
    await scene.operator.organizations.grant(user.organizationId, 'transcribe');
    expect(await submit()).toBe(403);
    await scene.operator.organizations.grant(user.organizationId, 'anonymize');
    expect(await submit()).toBe(400);
    await scene.operator.organizations.revoke(user.organizationId, 'anonymize');
    expect(await submit()).toBe(403);
  });

  it('of ended logins stay invalid when a user is reactivated', async () => {
    const user = await scene.system.user();
    await scene.operator.users.setActive(user.userName, false);
    await scene.operator.users.setActive(user.userName, true);
    await expectEnded(asTokens(user));
    expect(await call((await login(user)).jwtToken)).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['a number', { refreshToken: 5 }],
    ['an empty text', { refreshToken: '' }],
    ['a text that is far too long', { refreshToken: 'x'.repeat(1000) }],
  ])('of the wrong form get a 400: %s', async (_, body) => {
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

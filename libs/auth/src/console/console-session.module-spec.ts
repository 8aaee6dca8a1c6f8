import { Organizations, Users } from '@app/accounts';
import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { AcceptInvitation } from '../accept-invitation';
import { AuthModule } from '../auth.module';
import { hashRefreshToken } from '../issue-tokens';
import { Login } from '../login';
import { RefreshTokens } from '../refresh-tokens';

const PASSWORD = 'correct horse battery';
const OVER = { code: 'unauthenticated', message: expect.stringMatching(/not valid.* or has expired/) };
const PROVIDER = {
  OIDC_ISSUER: 'https://id.company.example',
  OIDC_CLIENT_ID: 'privacy-chat',
  OIDC_ORGANIZATION: newId(),
};

let context: ServiceContext;

async function aUserName(): Promise<string> {
  const { id: organization } = await context.get(Organizations).create(`Organization ${newId()}`);
  const userName = `${newId()}@company.example`;
  await context.get(Users).create({ userName, password: PASSWORD, organization });
  return userName;
}
const logIn = async (kind: 'tokens' | 'console') =>
  context.get(Login).execute({ userName: await aUserName(), password: PASSWORD, address: '192.0.2.1' }, kind);

describe('the session of the console', () => {
  beforeAll(async () => {
    context = await startContext([AuthModule]);
  });
  afterAll(() => context?.stop());

  it('cannot exchange its refresh token with a program [PRIV-81]', async () => {
    const [console, tokens] = [await logIn('console'), await logIn('tokens')];
    await expect(context.get(RefreshTokens).refresh(console.refreshToken)).rejects.toMatchObject(OVER);
    await expect(context.get(RefreshTokens).refresh(tokens.refreshToken, 'console')).rejects.toMatchObject(
      OVER,
    );
    await context.get(RefreshTokens).refresh(console.refreshToken, 'console');
    await context.get(RefreshTokens).refresh(tokens.refreshToken);
  });

  it('expires 12 hours after its last use [PRIV-82]', async () => {
    const { refreshToken } = await logIn('console');
    const { rows } = await context.db.query<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float / 3600 AS hours FROM refresh_tokens WHERE hash = $1`,
      [hashRefreshToken(refreshToken)],
    );
    expect(rows[0]!.hours).toBeCloseTo(12, 1);
    await change('expires_at', refreshToken);
    await expect(context.get(RefreshTokens).refresh(refreshToken, 'console')).rejects.toMatchObject(OVER);
  });

  it('allows tabs to refresh concurrently, and ends if a replaced token is used later', async () => {
    const { refreshToken } = await logIn('console');
    const tabs = await Promise.all(
      [1, 2, 3].map(() => context.get(RefreshTokens).refresh(refreshToken, 'console')),
    );
    const last = tabs.at(-1)!;
    await context.get(RefreshTokens).refresh(tabs[0]!.refreshToken, 'console');
    await change('spent_at', refreshToken);
    await expect(context.get(RefreshTokens).refresh(refreshToken, 'console')).rejects.toMatchObject(OVER);
    await expect(context.get(RefreshTokens).refresh(last.refreshToken, 'console')).rejects.toMatchObject(
      OVER,
    );
  });

  /** Sets the time back by 31 seconds. */
  const change = (column: 'expires_at' | 'spent_at', token: string) =>
    context.db.query(`UPDATE refresh_tokens SET ${column} = now() - interval '31 seconds' WHERE hash = $1`, [
      hashRefreshToken(token),
    ]);
});

describe('disabled password logins', () => {
  beforeAll(async () => {
    context = await startContext([AuthModule], { ...PROVIDER, PASSWORD_LOGIN: 'off' });
  });
  afterAll(() => context?.stop());

  it('refuse passwords and end the logins that they opened [PRIV-16]', async () => {
    const userName = await aUserName();
    const refused = { code: 'password_login_off', message: expect.stringMatching(/single sign-on/) };
    await expect(logIn('tokens')).rejects.toMatchObject(refused);
    await expect(context.get(AcceptInvitation).execute('pci_any', PASSWORD)).rejects.toMatchObject(refused);
    const [loginId, token] = [newId(), 'opened before'];
    await context.db.query(
      `WITH login AS (
         INSERT INTO logins (id, user_id, created_at, expires_at)
         SELECT $1, id, now(), now() + interval '1 day' FROM users WHERE user_name = $2 RETURNING id)
       INSERT INTO refresh_tokens (hash, login_id, expires_at)
       SELECT $3, id, now() + interval '1 day' FROM login`,
      [loginId, userName, hashRefreshToken(token)],
    );
    await expect(context.get(RefreshTokens).refresh(token)).rejects.toMatchObject(OVER);
  });
});

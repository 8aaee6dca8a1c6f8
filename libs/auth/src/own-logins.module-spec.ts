import { Organizations, Users } from '@app/accounts';
import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { decodeJwt } from 'jose';
import { AuthModule } from './auth.module';
import { Login } from './login';
import { OwnLogins } from './own-logins';
import { RefreshTokens } from './refresh-tokens';

const PASSWORD = 'correct horse battery';
const OVER = { code: 'unauthenticated' };

describe('the logins of a user', () => {
  let context: ServiceContext;
  let userName: string;
  let userId: string;

  const logIn = async (kind: 'tokens' | 'console' = 'console', device = {}) => {
    const given = { userName, password: PASSWORD, address: '192.0.2.1', device };
    const { jwtToken, refreshToken } = await context.get(Login).execute(given, kind);
    return { sessionId: decodeJwt<{ sid: string }>(jwtToken).sid, refreshToken };
  };
  const listed = (sessionId?: string) =>
    context.get(OwnLogins).list({ userId, ...(sessionId && { sessionId }) });

  beforeAll(async () => {
    context = await startContext([AuthModule]);
  });
  afterAll(() => context?.stop());
  beforeEach(async () => {
    const { id: organization } = await context.get(Organizations).create(`Organization ${newId()}`);
    userName = `${newId()}@company.example`;
    ({ id: userId } = await context.get(Users).create({ userName, password: PASSWORD, organization }));
  });

  it('are listed with their devices, the last used first', async () => {
    const first = await logIn('console', { browser: 'firefox', system: 'windows' });
    const program = await logIn('tokens');
    await context.get(RefreshTokens).refresh(first.refreshToken, 'console');
    expect(await listed(program.sessionId)).toEqual([
      {
        id: first.sessionId,
        console: true,
        browser: 'firefox',
        system: 'windows',
        createdAt: expect.any(Date),
        usedAt: expect.any(Date),
        isCurrent: false,
      },
      expect.objectContaining({ id: program.sessionId, console: false, browser: null, isCurrent: true }),
    ]);
  });

  it('are not listed any more if they cannot be continued', async () => {
    const { sessionId } = await logIn();
    await context.db.query(`UPDATE refresh_tokens SET expires_at = now() WHERE login_id = $1`, [sessionId]);
    expect(await listed()).toEqual([]);
  });

  it('end one by one, which is recorded', async () => {
    const [lost, kept] = [await logIn(), await logIn()];
    await context.get(OwnLogins).end({ userId }, lost.sessionId);
    expect((await listed()).map(({ id }) => id)).toEqual([kept.sessionId]);
    await expect(context.get(RefreshTokens).refresh(lost.refreshToken, 'console')).rejects.toMatchObject(
      OVER,
    );
    const { rows } = await context.db.query(
      `SELECT reason FROM audit_events WHERE action = 'logout' AND actor_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ reason: 'elsewhere' }]);
  });

  it('end all except the current one', async () => {
    const logins = [await logIn(), await logIn('tokens'), await logIn()];
    await context.get(OwnLogins).endOthers({ userId, sessionId: logins[1]!.sessionId });
    expect((await listed()).map(({ id }) => id)).toEqual([logins[1]!.sessionId]);
    await expect(context.get(OwnLogins).endOthers({ userId })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are not ended by another user, nor if they have ended already', async () => {
    const { sessionId } = await logIn();
    const gone = { code: 'not_found' };
    await expect(context.get(OwnLogins).end({ userId: newId() }, sessionId)).rejects.toMatchObject(gone);
    await context.get(OwnLogins).end({ userId }, sessionId);
    await expect(context.get(OwnLogins).end({ userId }, sessionId)).rejects.toMatchObject(gone);
    await expect(context.get(OwnLogins).end({ userId }, 'x')).rejects.toMatchObject(gone);
  });
});

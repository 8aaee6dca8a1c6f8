import { Login, ProviderSession, RefreshTokens, RoleOfLogin } from '@app/auth';
import { SecondFactor } from '@app/second-factor';
import { serve, type Served } from '../../testing/serve';
import { OidcController } from './oidc.controller';
import { SecondFactorController } from './second-factor.controller';
import { SessionController } from './session.controller';

const ORIGIN = 'https://chat.company.example';
const SESSION = '__Host-privacy-chat-session';

describe('the session of the console', () => {
  let served: Served;
  const asked: unknown[] = [];
  const user: { userId: string; email: string; sessionId?: string } = {
    userId: 'u',
    email: 'anna@company.example',
  };
  let refreshToken = 'r2';

  beforeAll(async () => {
    const tokens = async (...given: unknown[]) => (asked.push(given), { jwtToken: 'jwt', refreshToken });
    const value = (provide: unknown, useValue: unknown) => ({ provide: provide as string, useValue });
    served = await serve({
      user,
      prefix: '/idm/v1',
      controllers: [SessionController, OidcController, SecondFactorController],
      providers: [
        value(Login, { execute: tokens }),
        value(ProviderSession, {
          redeem: tokens,
          begin: async () => ({ address: 'https://login.example/authorize?state=s', pending: 'p' }),
          finish: async (...given: unknown[]) => (asked.push(given), { code: 'c', browser: 'b' }),
          logout: async (token: string) => void asked.push(token),
        }),
        value(RefreshTokens, { refresh: tokens, logout: async (token: string) => void asked.push(token) }),
        value(RoleOfLogin, { execute: async () => 'member' }),
        value(SecondFactor, {
          state: async () => ({ state: 'none', recoveryCodes: 0 }),
          enrol: async (given: unknown) => (asked.push(given), { secret: 's', uri: 'otpauth://x' }),
          confirm: async (_: unknown, otp: string) => [otp],
          disable: async (_: unknown, otp: string) => void asked.push(otp),
        }),
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    refreshToken = 'r2';
    delete user.sessionId;
  });
  afterAll(() => served.close());

  const post = (body?: object, headers: Record<string, string> = {}) =>
    served.post('session', body, { origin: ORIGIN, ...headers });
  const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie();
  const LOGIN = { userName: 'anna@company.example', password: 'correct horse' };

  it('begins with a password, and its refresh token is in a cookie only', async () => {
    const answer = await post(
      { ...LOGIN, otp: '492039' },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    );
    expect(answer.json).toEqual({ jwtToken: 'jwt', role: 'member' });
    expect(cookiesOf(answer)[0]).toMatch(
      /^__Host-privacy-chat-session=r2; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(asked).toEqual([
      [{ ...LOGIN, otp: '492039', address: expect.any(String), device: expect.anything() }, 'console'],
    ]);
  });

  it('sets no cookie if the login only sets up a second factor', async () => {
    refreshToken = '';
    expect(cookiesOf(await post(LOGIN)).filter((cookie) => cookie.startsWith(SESSION))).toEqual([]);
  });

  it('begins with the code of single sign-on only in the browser that has its cookie', async () => {
    await post({ code: 'c' }, { cookie: '__Host-privacy-chat-code=b' });
    await post({ code: 'c' });
    expect(asked).toEqual([[{ code: 'c', browser: 'b' }], [{ code: 'c', browser: '' }]]);
  });

  it.each([undefined, {}, { userName: null, password: null, code: null }])(
    'continues by its cookie: %j',
    async (body) => {
      const answer = await post(body, { cookie: `a=b; ${SESSION}=r1` });
      expect(answer.status).toBe(200);
      expect(asked).toEqual([['r1', 'console']]);
      expect(cookiesOf(answer)[0]).toMatch(/^__Host-privacy-chat-session=r2;/);
    },
  );

  it.each([
    [{}, 401, 'There is no session; log in'],
    [{ userName: 'anna' }, 400, 'userName and password must both be given'],
    [{ password: 'x', userName: null }, 400, 'userName and password must both be given'],
    [{ userName: '', password: 'x' }, 400, 'userName should not be empty'],
  ])('is refused as %j, in the form of logins', async (body, status, message) => {
    const answer = await post(body);
    expect([answer.status, answer.json]).toEqual([
      status,
      { errorDate: expect.any(String), errorMessage: message },
    ]);
    expect(asked).toEqual([]);
    expect(cookiesOf(answer)).toEqual([]);
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    [undefined, 400],
  ])('is refused to pages of %s, before anything is read', async (origin, status) => {
    const headers = { cookie: `${SESSION}=r1`, ...(origin !== undefined && { origin }) };
    expect((await served.post('session', LOGIN, headers)).status).toBe(status);
    expect((await served.ask('session', { method: 'DELETE', headers })).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('ends with or without its cookie, which is deleted', async () => {
    for (const cookie of [`${SESSION}=r1`, 'a=b']) {
      const answer = await served.ask('session', { method: 'DELETE', headers: { origin: ORIGIN, cookie } });
      expect(answer.json).toEqual({ success: true, message: 'Logged out' });
      expect(cookiesOf(answer)[0]).toMatch(
        /^__Host-privacy-chat-session=; Path=\/; Expires=Thu, 01 Jan 1970/,
      );
    }
    expect(asked).toEqual(['r1']);
  });

  describe('by single sign-on', () => {
    const redirected = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${served.url}/${path}`, { redirect: 'manual', headers });

    it('redirects to the provider, with the state in a cookie', async () => {
      const { status, headers } = await redirected('oidc/login');
      expect([status, headers.get('location')]).toEqual([302, 'https://login.example/authorize?state=s']);
      expect(headers.getSetCookie()[0]).toMatch(/^__Host-privacy-chat-login=p; Max-Age=600;.*SameSite=Lax$/);
    });

    it('returns to the console with the code in the fragment, which no log contains', async () => {
      const { status, headers } = await redirected('oidc/callback?code=a%20b&state=s?x', {
        cookie: '__Host-privacy-chat-login=p',
      });
      expect([status, headers.get('location')]).toEqual([302, `${ORIGIN}/#login_code=c`]);
      const [login, code] = headers.getSetCookie();
      expect(login).toMatch(/^__Host-privacy-chat-login=; Path=\/; Expires=Thu, 01 Jan 1970/);
      expect(code).toMatch(/^__Host-privacy-chat-code=b; Max-Age=60;.*SameSite=Strict$/);
      expect(asked).toMatchObject([['code=a%20b&state=s?x', 'p', { address: expect.any(String) }]]);
    });

    it.each([
      ['logout_token=a.b.c', 'a.b.c'],
      ['logout_token=a&logout_token=b', ''],
      ['other=x', ''],
    ])('ends by the token of the provider: %s', async (body, token) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await served.ask('oidc/backchannel-logout', { method: 'POST', body, headers })).status).toBe(
        200,
      );
      expect(asked).toEqual([token]);
    });
  });

  describe('with a second factor', () => {
    it('shows its state to every caller', async () => {
      expect((await served.ask('second-factor')).json).toEqual({ state: 'none', recovery_codes: 0 });
    });

    it.each(['second-factor', 'second-factor/confirm', 'second-factor/disable'])(
      'does not let programs change it: %s',
      async (path) => {
        expect((await served.post(path, { otp: '492039' })).status).toBe(403);
        expect(asked).toEqual([]);
        user.sessionId = 's';
        expect((await served.post(path, { otp: '492039' })).status).toBe(200);
      },
    );

    it.each([
      [{}, 'otp must be a string'],
      [{ otp: 492_039 }, 'otp must be a string'],
      [{ otp: '' }, 'otp should not be empty'],
      [{ otp: '0'.repeat(41) }, 'otp must be shorter than or equal to 40 characters'],
    ])('refuses the code %j', async (body, message) => {
      user.sessionId = 's';
      for (const path of ['second-factor/confirm', 'second-factor/disable'])
        expect((await served.post(path, body)).json).toMatchObject({ errorMessage: message });
    });
  });
});

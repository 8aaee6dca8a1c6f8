import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assert, asyncProperty, base64String, oneof, string, tuple } from 'fast-check';
import passport from 'passport';
import type { LoginAccess } from '@app/accounts';
import { newId, SystemClock } from '@app/common';
import type { AuthConfig } from '@app/config';
import { runInContext, type LogContext } from '@app/observability';
import { anyText, signToken } from '@app/testing';
import { Public } from './access.decorator';
import type { GuardedUser } from './caller';
import type { AccessClaims, CheckAccess } from './check-access';
import type { CheckKey } from './check-key';
import type { CheckProviderToken } from './check-provider-token';
import { JwtAuthGuard } from './jwt-auth.guard';
import { JwtStrategy } from './jwt.strategy';
import { SigningKeys } from './signing-keys';

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const [ours, older, theirs] = [newKey(), newKey(), newKey()];
const config = {
  keys: [
    { id: 'ours', key: ours },
    { id: 'older', key: older },
  ],
  issuer: 'issuer',
  audience: 'audience',
} as unknown as AuthConfig;

class Routes {
  closed(): void {}
  @Public()
  open(): void {}
}

const now = (): number => Math.floor(Date.now() / 1000);
const claims = (more: Partial<AccessClaims> & { nbf?: number } = {}) => ({
  sub: newId(),
  email: 'demo@example.com',
  organizationId: newId(),
  sid: newId(),
  iat: now(),
  exp: now() + 60,
  jti: newId(),
  ...more,
});
const body = (of: object = claims()): object => ({ iss: 'issuer', aud: 'audience', ...of });
const token = (payload: object = claims(), header: object = {}, key: KeyObject = ours): string =>
  signToken({ alg: 'ES256', typ: 'JWT', kid: 'ours', ...header }, body(payload), key);

/** Builds tokens manually, because no library issues invalid ones. */
const raw = (header: object, payload: object, signature = ''): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`;
const withSecret = (secret: string | Buffer): string => {
  const unsigned = raw({ alg: 'HS256', typ: 'JWT', kid: 'ours' }, body()).slice(0, -1);
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
};

const without = (name: keyof AccessClaims): object =>
  Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name));

const ACCESS: LoginAccess = {
  role: 'member',
  grants: ['anonymize'],
  budgeted: false,
  groups: [newId()],
  limits: { user: { chat: '300/1m' }, groups: [], organization: {}, total: {} },
};

describe('JwtAuthGuard', () => {
  const checkKey = jest.fn<ReturnType<CheckKey['execute']>, [string]>();
  const checkProviderToken = { claims: () => false } as unknown as CheckProviderToken;
  const guard = new JwtAuthGuard(
    new Reflector(),
    { execute: checkKey } as unknown as CheckKey,
    checkProviderToken,
  );
  const checkAccess = jest.fn<ReturnType<CheckAccess['execute']>, [AccessClaims]>();

  beforeAll(() => {
    const access = { execute: checkAccess } as unknown as CheckAccess;
    passport.use(new JwtStrategy(config, new SigningKeys(config), access, new SystemClock()));
  });

  beforeEach(() => {
    checkAccess.mockReset().mockResolvedValue(ACCESS);
    checkKey.mockReset().mockResolvedValue(undefined);
  });

  const enter = async (authorization?: string, route: keyof Routes = 'closed') => {
    const request: { headers: object; user?: unknown } = {
      headers: authorization === undefined ? {} : { authorization },
    };
    const http = { getRequest: () => request, getResponse: () => ({}) };
    await guard.canActivate({
      getClass: () => Routes,
      getHandler: () => Routes.prototype[route],
      switchToHttp: () => http,
    } as unknown as ExecutionContext);
    return request.user;
  };
  const refusal = (message = /contains no valid access token/) =>
    expect.objectContaining({ code: 'unauthenticated', message: expect.stringMatching(message) });

  it('identifies the caller, also in the log', async () => {
    const payload = claims();
    const context: LogContext = { requestId: 'r' };
    const user = await runInContext(context, () => enter(`Bearer ${token(payload)}`));
    const { sub: userId, organizationId, email, sid: sessionId } = payload;
    expect(user).toEqual({ userId, organizationId, email, sessionId, ...ACCESS });
    expect(context).toEqual({ requestId: 'r', userId, organizationId });
  });

  it('accepts tokens of every verifying key', async () => {
    await expect(enter(`bearer ${token(claims(), { kid: 'older' }, older)}`)).resolves.toBeDefined();
  });

  it('looks up the login again for a token that it has verified before', async () => {
    const known = `Bearer ${token()}`;
    const user = await enter(known);
    await expect(enter(known)).resolves.toEqual(user);
    expect(checkAccess).toHaveBeenCalledTimes(2);
    checkAccess.mockResolvedValueOnce(undefined);
    await expect(enter(known)).rejects.toEqual(refusal());
    checkAccess.mockRejectedValueOnce(new Error('the database is down'));
    await expect(enter(known)).rejects.toThrow('the database is down');
  });

  it('verifies any variation of a token that it has verified before', async () => {
    const known = token();
    await enter(`Bearer ${known}`);
    const [header, payload] = known.split('.');
    await expect(enter(`Bearer ${header}.${payload}.${token().split('.')[2]}`)).rejects.toEqual(refusal());
  });

  it('asks nothing of callers of public routes', async () => {
    await expect(enter(undefined, 'open')).resolves.toBeUndefined();
    expect(checkAccess).not.toHaveBeenCalled();
  });

  it('names the missing header', async () => {
    await expect(enter()).rejects.toEqual(refusal(/Authorization is missing; expected Bearer/));
    await expect(enter('')).rejects.toEqual(refusal(/is missing/));
  });

  it('refuses expired tokens after half a minute of leeway [PRIV-90]', async () => {
    await expect(enter(`Bearer ${token(claims({ exp: now() - 20 }))}`)).resolves.toBeDefined();
    await expect(enter(`Bearer ${token(claims({ exp: now() - 40 }))}`)).rejects.toEqual(
      refusal(/has expired/),
    );
  });

  it.each([
    ['no algorithm', () => raw({ alg: 'none', typ: 'JWT', kid: 'ours' }, body())],
    [
      'our public key as a shared secret (key confusion)',
      () => withSecret(createPublicKey(ours).export({ format: 'pem', type: 'spki' })),
    ],
    ['a shared secret', () => withSecret('x'.repeat(32))],
    ['another audience', () => token({ ...claims(), aud: 'other' })],
    ['another issuer', () => token({ ...claims(), iss: 'other' })],
    ['a time to come (nbf)', () => token(claims({ nbf: now() + 60 }))],
    ['a time of issue to come (iat)', () => token(claims({ iat: now() + 60, exp: now() + 120 }))],
    ['an unknown kid', () => token(claims(), { kid: 'unknown' })],
    ['no kid', () => token(claims(), { kid: undefined })],
    ['the name of our key and the key of another', () => token(claims(), {}, theirs)],
    ['the name of one of our keys and the signature of the other', () => token(claims(), {}, older)],
    [
      'a payload that was changed',
      () => {
        const [header, , signature] = token().split('.');
        return `${header}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.${signature}`;
      },
    ],
    ['no end', () => token(without('exp'))],
    ['no login', () => token(without('sid'))],
    ['no organization', () => token(without('organizationId'))],
    ['a login that is no id', () => token(claims({ sid: "' OR true" }))],
    ['a part too few', () => token().split('.').slice(0, 2).join('.')],
    ['a header that is no JSON', () => `${Buffer.from('nothing').toString('base64url')}.e30.e30`],
    ['a header that is null', () => `${Buffer.from('null').toString('base64url')}.e30.e30`],
  ])('refuses a token with %s [SEC-2]', async (_, make) => {
    await expect(enter(`Bearer ${make()}`)).rejects.toEqual(refusal());
    expect(checkAccess).not.toHaveBeenCalled();
  });

  it("accepts an API key instead of a token, and logs its owner's id", async () => {
    const owner = { userId: newId(), organizationId: newId() };
    const caller = { ...owner, key: { id: newId(), scopes: ['chat'] } } as unknown as GuardedUser;
    checkKey.mockResolvedValue(caller);
    const context: LogContext = { requestId: 'r' };
    expect(await runInContext(context, () => enter('bearer  pck_a_b '))).toBe(caller);
    expect(checkKey).toHaveBeenCalledWith('pck_a_b');
    expect(checkAccess).not.toHaveBeenCalled();
    expect(context).toEqual({ requestId: 'r', ...owner });
  });

  it('refuses an invalid key, with a message about keys', async () => {
    await expect(enter('Bearer pck_a_b')).rejects.toEqual(refusal(/API key is not valid/));
  });

  it('refuses other schemes', async () => {
    await expect(enter(`Basic ${token()}`)).rejects.toEqual(refusal());
    await expect(enter(token())).rejects.toEqual(refusal());
  });

  it('refuses a valid token if its login, user or organization is inactive [PRIV-79]', async () => {
    checkAccess.mockResolvedValue(undefined);
    await expect(enter(`Bearer ${token()}`)).rejects.toEqual(refusal());
  });

  it('refuses access if the look-up fails', async () => {
    checkAccess.mockRejectedValue(new Error('the database is down'));
    await expect(enter(`Bearer ${token()}`)).rejects.toThrow('the database is down');
  });

  it('refuses any other text without an internal error', async () => {
    const text = oneof(
      string(),
      anyText(),
      tuple(base64String(), base64String(), base64String()).map((parts) => parts.join('.')),
    );
    await assert(
      asyncProperty(text, async (value) => {
        await expect(enter(`Bearer ${value}`)).rejects.toEqual(refusal(/Authorization/));
      }),
    );
  });
});

import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { LoginsStore, Organizations, Users, type User } from '@app/accounts';
import { ListAuditEvents } from '@app/audit';
import { newId, type ErrorCode, type Owner } from '@app/common';
import { DemandSecondFactor, ResetSecondFactor, SecondFactor } from '@app/second-factor';
import { startContext, type ServiceContext } from '@app/testing';
import { AuthModule } from './auth.module';
import { Login } from './login';
import { RefreshTokens } from './refresh-tokens';

const PASSWORD = 'correct horse battery';
const STEP_MS = 30_000;

let context: ServiceContext;
let secondFactor: SecondFactor;
beforeAll(async () => {
  context = await startContext([AuthModule]);
  secondFactor = context.get(SecondFactor);
});
afterAll(() => context?.stop());

const ownerOf = ({ id: userId, organizationId }: User): Owner => ({ userId, organizationId });

async function aUser(): Promise<User> {
  const { id: organization } = await context.get(Organizations).create(`Organization ${newId()}`);
  return context
    .get(Users)
    .create({ userName: `${newId()}@company.example`, password: PASSWORD, organization });
}

/** Returns the code that an app shows some steps from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Creates a user with a second factor. The codes up to this step are used. */
async function anEnrolled(): Promise<{ user: User; secret: string; recoveryCodes: string[] }> {
  const user = await aUser();
  const { secret } = await secondFactor.enrol({ userId: user.id, userName: user.userName });
  const recoveryCodes = await secondFactor.confirm(ownerOf(user), codeOf(secret));
  return { user, secret, recoveryCodes };
}

const logIn = ({ userName }: User, otp?: string, password = PASSWORD, address = '192.0.2.1') =>
  context.get(Login).execute({ userName, password, otp, address });
const refusal = (code: ErrorCode, message: string) => expect.objectContaining({ code, message });
const WRONG = refusal('second_factor_invalid', 'The second factor is wrong, or was used before');

describe('a second factor', () => {
  it('becomes active after a code was confirmed, and is then required for every login', async () => {
    const user = await aUser();
    const { secret, uri } = await secondFactor.enrol({ userId: user.id, userName: user.userName });
    expect(uri).toContain(`secret=${secret}`);
    expect(await secondFactor.state(user.id)).toEqual({ state: 'pending', recoveryCodes: 0 });
    await logIn(user);
    await expect(secondFactor.confirm(ownerOf(user), '000000')).rejects.toMatchObject({
      code: 'bad_request',
    });
    await secondFactor.confirm(ownerOf(user), codeOf(secret));
    expect(await secondFactor.state(user.id)).toEqual({ state: 'active', recoveryCodes: 10 });
    await expect(logIn(user)).rejects.toEqual(refusal('second_factor_required', 'Second factor required'));
    await expect(logIn(user, undefined, 'wrong')).rejects.toEqual(
      refusal('invalid_credentials', 'Invalid UserName or Password!'),
    );
    await expect(logIn(user, codeOf(secret, 1), 'wrong')).rejects.toEqual(
      refusal('invalid_credentials', 'Invalid UserName or Password!'),
    );
    const tokens = await logIn(user, codeOf(secret, 1));
    expect(tokens.refreshToken).not.toBe('');
    await expect(secondFactor.enrol({ userId: user.id, userName: user.userName })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('accepts each code once, and none older than a used one [SEC-9]', async () => {
    const { user, secret } = await anEnrolled();
    await expect(logIn(user, codeOf(secret))).rejects.toEqual(WRONG);
    await expect(logIn(user, codeOf(secret, -1))).rejects.toEqual(WRONG);
    const next = codeOf(secret, 1);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => logIn(user, next)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts each recovery code once [PRIV-75]', async () => {
    const { user, recoveryCodes } = await anEnrolled();
    const [first, second] = recoveryCodes as [string, string];
    await logIn(user, first);
    await expect(logIn(user, first)).rejects.toEqual(WRONG);
    await logIn(user, second.toLowerCase());
    expect(await secondFactor.state(user.id)).toEqual({ state: 'active', recoveryCodes: 8 });
    const other = await anEnrolled();
    await expect(logIn(other.user, recoveryCodes[2])).rejects.toEqual(WRONG);
  });

  it('is sealed at rest for its own row, and recovery codes are stored as hashes [SEC-76]', async () => {
    const { user, secret, recoveryCodes } = await anEnrolled();
    const { rows } = await context.db.query<{ secret: Buffer; hashes: string[] }>(
      `SELECT secret, ARRAY(SELECT hash FROM recovery_codes WHERE factor_id = id) AS hashes
       FROM second_factors WHERE user_id = $1`,
      [user.id],
    );
    expect(rows[0]!.secret.includes(secret)).toBe(false);
    expect(rows[0]!.secret.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
    expect(rows[0]!.hashes).toHaveLength(10);
    expect(recoveryCodes.filter((code) => rows[0]!.hashes.includes(code))).toEqual([]);
    const other = await anEnrolled();
    await context.db.query('UPDATE second_factors SET secret = $2 WHERE user_id = $1', [
      other.user.id,
      rows[0]!.secret,
    ]);
    await expect(logIn(other.user, codeOf(secret, 1))).rejects.toThrow();
  });

  it('cannot be guessed from any number of addresses, and a missing code is no failure [SEC-8]', async () => {
    const { user, secret } = await anEnrolled();
    for (let i = 0; i < 15; i += 1)
      await expect(logIn(user)).rejects.toEqual(refusal('second_factor_required', 'Second factor required'));
    for (let i = 0; i < 10; i += 1)
      await expect(logIn(user, '000000', PASSWORD, `198.51.100.${i}`)).rejects.toEqual(WRONG);
    await expect(logIn(user, codeOf(secret, 1), PASSWORD, '198.51.100.99')).rejects.toMatchObject({
      code: 'too_many_failures',
    });
    await expect(secondFactor.disable(ownerOf(user), codeOf(secret, 1))).rejects.toMatchObject({
      code: 'too_many_failures',
    });
  });

  it('is removed with a code or by the operator, with its data key [PRIV-86]', async () => {
    const { user, secret } = await anEnrolled();
    const keys = async (): Promise<number> =>
      (await context.db.query('SELECT FROM data_keys JOIN second_factors ON id = subject_id')).rows.length;
    const all = async (): Promise<number> => (await context.db.query('SELECT FROM data_keys')).rows.length;
    const before = await all();
    await expect(secondFactor.disable(ownerOf(user), '000000')).rejects.toMatchObject({
      code: 'bad_request',
    });
    await secondFactor.disable(ownerOf(user), codeOf(secret, 1));
    expect(await all()).toBe(before - 1);
    await logIn(user);
    const lost = await anEnrolled();
    const { refreshToken } = await logIn(lost.user, codeOf(lost.secret, 1));
    await context.get(ResetSecondFactor).execute(lost.user.userName);
    await expect(context.get(RefreshTokens).refresh(refreshToken)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await logIn(lost.user);
    expect(await keys()).toBe((await context.db.query('SELECT FROM second_factors')).rows.length);
    await expect(context.get(ResetSecondFactor).execute(lost.user.userName)).rejects.toMatchObject({
      code: 'conflict',
    });
    const events = await context.get(ListAuditEvents).execute({
      subjectId: lost.user.id,
      action: 'second_factor',
      limit: 9,
    });
    expect(events.map(({ action }) => action)).toEqual(['second_factor.reset', 'second_factor.enable']);
  });

  it('must be set up first if the organization requires one, which ends logins without one [PRIV-15]', async () => {
    const user = await aUser();
    const { refreshToken } = await logIn(user);
    await context.get(DemandSecondFactor).execute(user.organizationId, 'required');
    await expect(context.get(RefreshTokens).refresh(refreshToken)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const tokens = await logIn(user);
    expect(tokens.refreshToken).toBe('');
    const { aud, iat, exp } = decodeJwt(tokens.jwtToken) as { aud: string; iat: number; exp: number };
    expect([aud, exp - iat]).toEqual(['privacy-chat/second-factor', 15 * 60]);
    const { secret } = await secondFactor.enrol({ userId: user.id, userName: user.userName });
    await secondFactor.confirm(ownerOf(user), codeOf(secret));
    expect((await logIn(user, codeOf(secret, 1))).refreshToken).not.toBe('');
    const other = await aUser();
    await context.get(DemandSecondFactor).execute(other.organizationId, 'required');
    await context.get(DemandSecondFactor).execute(other.organizationId, 'optional');
    expect((await logIn(other)).refreshToken).not.toBe('');
  });

  it('does not end logins with one, of single sign-on, or of another organization when it becomes required', async () => {
    const { user, secret } = await anEnrolled();
    const organization = user.organizationId;
    const aColleague = () =>
      context.get(Users).create({ userName: `${newId()}@company.example`, password: PASSWORD, organization });
    const [plain, provided, stranger] = [await aColleague(), await aColleague(), await aUser()];
    await logIn(user, codeOf(secret, 1));
    for (const one of [plain, provided, stranger]) await logIn(one);
    await context.db.query(
      `INSERT INTO provider_logins (login_id, issuer, subject, vouched_until)
       SELECT id, 'https://provider.example', 'subject', now() FROM logins WHERE user_id = $1`,
      [provided.id],
    );
    await context.get(DemandSecondFactor).execute(organization, 'required');
    const { rows } = await context.db.query<{ user_id: string }>(
      'SELECT user_id FROM logins WHERE user_id = ANY ($1) AND ended_at IS NULL',
      [[user.id, plain.id, provided.id, stranger.id]],
    );
    expect(rows.map((row) => row.user_id).sort()).toEqual([user.id, provided.id, stranger.id].sort());
  });

  it('ends all logins without one in groups of bounded size, and no expired ones, when it becomes required', async () => {
    const user = await aUser();
    await context.db.query(
      `INSERT INTO logins (id, user_id, created_at, expires_at)
       SELECT gen_random_uuid(), $1, now() - interval '1 day', now() + (CASE WHEN n > 2500 THEN -1 ELSE 1 END) * interval '1 hour'
       FROM generate_series(1, 2550) n`,
      [user.id],
    );
    const endAll = jest.spyOn(context.get(LoginsStore), 'endAll');
    await context.get(DemandSecondFactor).execute(user.organizationId, 'required');
    const sizes = endAll.mock.calls.map(([, ids]) => ids.length);
    endAll.mockRestore();
    expect(sizes).toEqual([1_000, 1_000, 500]);
    const { rows } = await context.db.query(
      `SELECT count(*)::int AS open, count(*) FILTER (WHERE expires_at > now())::int AS current
       FROM logins WHERE user_id = $1 AND ended_at IS NULL`,
      [user.id],
    );
    expect(rows).toEqual([{ open: 50, current: 0 }]);
  });
});

import type { AuthUser } from '@app/auth';
import { newId, SCOPES } from '@app/common';
import { readerOf } from '../../testing/reader-of';
import { AcceptInvitationDto, ChangePasswordDto, LoginDto, RefreshTokenDto } from './auth.dto';
import { requireScope } from './require-scope';
import { BeginSessionDto } from './session.dto';

const LOGIN = { userName: 'anna@company.example', password: 'correct horse' };

/** The texts of these bodies by field, with the number of characters that each may have. */
const MOST = {
  userName: 320,
  password: 1_024,
  newPassword: 1_024,
  otp: 40,
  token: 200,
  refreshToken: 200,
  code: 200,
};

describe.each([
  ['a login', LoginDto, LOGIN, ['userName', 'password']],
  [
    'a new password',
    ChangePasswordDto,
    { ...LOGIN, newPassword: 'x' },
    ['userName', 'password', 'newPassword'],
  ],
  ['an invitation', AcceptInvitationDto, { token: 't', newPassword: 'x' }, ['token', 'newPassword']],
  ['a refresh', RefreshTokenDto, { refreshToken: 't' }, ['refreshToken']],
] as const)('the body of %s', (_, dto, body, required) => {
  const { read, refusal } = readerOf<object>(dto);

  it('is accepted, without fields that do not exist', async () => {
    expect(await read({ ...body, role: 'admin', isAdmin: true })).toEqual(body);
  });

  it.each([...required])('needs %s as a text', async (field) => {
    for (const value of [undefined, null, 7, true, ['a'], { $ne: null }])
      expect(await refusal({ ...body, [field]: value })).toBe(`${field} must be a string`);
    expect(await refusal({ ...body, [field]: '' })).toBe(`${field} should not be empty`);
  });

  it.each([...required])('limits the length of %s, whatever its characters are', async (field) => {
    const most = MOST[field];
    for (const character of ['x', 'ü', '\0', ' ']) {
      const longest = { ...body, [field]: character.repeat(most) };
      expect(await read(longest)).toEqual(longest);
      expect(await refusal({ ...body, [field]: character.repeat(most + 1) })).toBe(
        `${field} must be shorter than or equal to ${most} characters`,
      );
    }
  });
});

describe('the second factor of a login', () => {
  const { read, refusal } = readerOf(LoginDto);

  it('is optional', async () => {
    for (const otp of [null, '492039', 'JBSW-Y3DP-EHPK-3PXP'])
      expect(await read({ ...LOGIN, otp })).toEqual({ ...LOGIN, otp });
  });

  it.each([
    [492_039, 'otp must be a string'],
    ['', 'otp should not be empty'],
    ['0'.repeat(41), 'otp must be shorter than or equal to 40 characters'],
  ])('is refused as %j', async (otp, message) => {
    expect(await refusal({ ...LOGIN, otp })).toBe(message);
  });
});

describe('the body of a session', () => {
  const { read, refusal } = readerOf(BeginSessionDto);

  it.each([
    {},
    LOGIN,
    { ...LOGIN, otp: '492039' },
    { code: 'c' },
    { userName: null, password: null, otp: null, code: null },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each(['userName', 'password', 'otp', 'code'] as const)('limits %s', async (field) => {
    expect(await refusal({ [field]: 7 })).toBe(`${field} must be a string`);
    expect(await refusal({ [field]: '' })).toBe(`${field} should not be empty`);
    expect(await refusal({ [field]: 'x'.repeat(MOST[field] + 1) })).toBe(
      `${field} must be shorter than or equal to ${MOST[field]} characters`,
    );
  });
});

describe('a scope that a field needs', () => {
  const caller: AuthUser = { userId: newId(), organizationId: newId(), groups: [], email: 'a@b.example' };

  it.each(SCOPES)('is %s of a key, not of a login', (scope) => {
    const others = SCOPES.filter((other) => other !== scope);
    expect(() => requireScope({ ...caller, role: 'member' }, scope)).not.toThrow();
    expect(() => requireScope({ ...caller, key: { id: 'k', scopes: [scope] } }, scope)).not.toThrow();
    for (const scopes of [[], others])
      expect(() => requireScope({ ...caller, key: { id: 'k', scopes } }, scope)).toThrow(
        expect.objectContaining({ code: 'forbidden', message: expect.stringContaining(` ${scope};`) }),
      );
  });
});

import type { ApiKey } from '@app/accounts';
import { readerOf } from '../../testing/reader-of';
import { CreateKeyDto, madeKeyAnswer, toKeyDto, toNewKey } from './keys.dto';

const SCOPES = /^scopes must be a list of chat, anonymize, [a-z, ]+$/;
const TIME = 'expires_at must be a time such as 2027-01-15T09:30:00Z';
const SMALLEST = { name: 'Nightly report', scopes: ['openai'] };

describe('the body of a new key', () => {
  const { read, refusal } = readerOf(CreateKeyDto);

  it.each([
    SMALLEST,
    { ...SMALLEST, scopes: ['chat', 'scim'] },
    { ...SMALLEST, expires_at: null, limits: null },
    {
      ...SMALLEST,
      expires_at: '2027-01-15T09:30:00Z',
      limits: { chat: '20/1m', jobs: '5/1h', images: null },
    },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    ['name', undefined, 'name must be a string'],
    ['name', null, 'name must be a string'],
    ['name', 5, 'name must be a string'],
    ['name', ['a'], 'name must be a string'],
    ['scopes', undefined, SCOPES],
    ['scopes', null, SCOPES],
    ['scopes', [], SCOPES],
    ['scopes', 'openai', SCOPES],
    ['scopes', ['openai', 'admin'], SCOPES],
    ['scopes', ['Openai'], SCOPES],
    ['scopes', ['__proto__'], SCOPES],
    ['scopes', [['openai']], SCOPES],
    ['scopes', { 0: 'openai', length: 1 }, SCOPES],
    ['expires_at', '', TIME],
    ['expires_at', 'never', TIME],
    ['expires_at', '2027-W03', TIME],
    ['expires_at', '20270115T093000Z', TIME],
    ['expires_at', 1_800_000_000, TIME],
    ['limits', '20/1m', 'limits must be an object'],
    ['limits', [], 'limits must be an object'],
    ['limits', { chat: 20 }, 'limits.chat must be a string'],
    ['limits', { jobs: ['1/1m'] }, 'limits.jobs must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...SMALLEST, [field]: value })).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });
});

describe('a new key', () => {
  it('does not expire without a time, and has no limits without any', () => {
    expect(toNewKey({ name: 'a', scopes: ['chat'] })).toEqual({ name: 'a', scopes: ['chat'], limits: {} });
    expect(toNewKey({ name: 'a', scopes: ['chat'], expires_at: null, limits: null })).toEqual({
      name: 'a',
      scopes: ['chat'],
      limits: {},
    });
  });

  it('expires at the time of the body, and has its limits', () => {
    expect(
      toNewKey({
        name: 'a',
        scopes: ['chat'],
        expires_at: '2027-01-15T10:30:00+01:00',
        limits: { chat: '20/1m', images: null },
      }),
    ).toEqual({
      name: 'a',
      scopes: ['chat'],
      expiresAt: new Date('2027-01-15T09:30:00Z'),
      limits: { chat: '20/1m', images: null },
    });
  });
});

describe('the answer about a key', () => {
  const KEY: ApiKey = {
    id: 'k',
    userId: 'u',
    name: 'Nightly report',
    scopes: ['openai'],
    rateLimits: {},
    createdAt: new Date('2026-01-15T09:30:00Z'),
    expiresAt: null,
    revokedAt: null,
    lastUsedOn: null,
  };

  it('has null for a time that there is none of', () => {
    expect(toKeyDto(KEY)).toEqual({
      id: 'k',
      user_id: 'u',
      name: 'Nightly report',
      scopes: ['openai'],
      limits: {},
      created_at: '2026-01-15T09:30:00.000Z',
      expires_at: null,
      revoked_at: null,
      last_used_on: null,
    });
  });

  it('has the day of its last call without a time', () => {
    const used = {
      ...KEY,
      rateLimits: { chat: '20/1m' },
      expiresAt: new Date('2027-01-01T00:00:00Z'),
      revokedAt: new Date('2026-02-01T00:00:00Z'),
      lastUsedOn: '2026-01-16',
    };
    expect(toKeyDto(used)).toMatchObject({
      limits: { chat: '20/1m' },
      expires_at: '2027-01-01T00:00:00.000Z',
      revoked_at: '2026-02-01T00:00:00.000Z',
      last_used_on: '2026-01-16',
    });
  });

  it('contains its secret only when it was made', () => {
    expect(madeKeyAnswer({ token: 'pck_secret', key: KEY })).toEqual({
      success: true,
      message: 'Key created',
      data: { ...toKeyDto(KEY), key: 'pck_secret' },
    });
    expect(JSON.stringify(toKeyDto({ ...KEY, token: 'pck_secret' } as ApiKey))).not.toContain('secret');
  });
});

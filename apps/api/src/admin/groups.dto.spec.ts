import { readerOf } from '../../testing/reader-of';
import { ChangeGroupDto, CreateGroupDto, toGroupDto, toGroupMemberDto } from './groups.dto';
import { PolicyPreviewDto } from './policy.dto';

describe('a new group', () => {
  const { read, refusal } = readerOf(CreateGroupDto);

  it.each([
    { name: 'Legal' },
    { name: 'Legal', limits: null },
    { name: 'Legal', limits: {} },
    { name: 'Legal', limits: { chat: '120/1m', images: null } },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it('ignores fields that do not exist, also among the limits', async () => {
    const body = {
      name: 'Legal',
      id: 'x',
      limits: { chat: '1/1m', jobs: '1/1m', __proto__: { images: '1/1m' } },
    };
    expect(await read(body)).toEqual({ name: 'Legal', limits: { chat: '1/1m' } });
  });

  it.each([
    [{}, 'name must be a string'],
    [{ name: null }, 'name must be a string'],
    [{ name: ['Legal'] }, 'name must be a string'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'Legal', limits: '120/1m' }, 'limits must be an object'],
    [{ name: 'Legal', limits: [] }, 'limits must be an object'],
    [{ name: 'Legal', limits: [{ chat: '1/1m' }] }, 'limits must be an object'],
    [{ name: 'Legal', limits: true }, 'limits must be an object'],
    [{ name: 'Legal', limits: { chat: 120 } }, 'limits.chat must be a string'],
    [
      { name: 1, limits: { chat: 120, images: {} } },
      'name must be a string; limits.chat must be a string; limits.images must be a string',
    ],
  ])('is refused as %j', async (body, message) => {
    expect(await refusal(body)).toBe(message);
  });
});

describe('a change of a group', () => {
  const { read, refusal } = readerOf(ChangeGroupDto);

  it.each([{}, { name: null }, { limits: null }, { name: 'Legal' }, { limits: { chat: null } }])(
    'is accepted as %j',
    async (body) => {
      expect(await read(body)).toEqual(body);
    },
  );

  it.each([
    [{ name: 1 }, 'name must be a string'],
    [{ limits: { chat: false } }, 'limits.chat must be a string'],
  ])('is refused as %j', async (body, message) => {
    expect(await refusal(body)).toBe(message);
  });
});

describe('the answer about a group', () => {
  it('has its limits by kind, and none if it has none', () => {
    const group = { id: 'g', organizationId: 'o', name: 'Legal', rateLimits: {}, createdAt: new Date(0) };
    expect(toGroupDto(group)).toEqual({
      id: 'g',
      name: 'Legal',
      limits: {},
      created_at: '1970-01-01T00:00:00.000Z',
    });
    expect(toGroupDto({ ...group, rateLimits: { chat: '120/1m' } }).limits).toEqual({ chat: '120/1m' });
  });

  it('says who added each member', () => {
    const member = { id: 'u', userName: 'anna@company.example', fromClaims: true, fromScim: false };
    expect(toGroupMemberDto(member)).toEqual({
      id: 'u',
      user_name: 'anna@company.example',
      from_claims: true,
      from_scim: false,
    });
  });
});

describe('the body of a preview of a policy', () => {
  const { read, refusal } = readerOf(PolicyPreviewDto);
  const BODY = { policy: {}, text: 'x', lang: 'en' };

  it('keeps the policy as it is, since the policy itself is validated elsewhere', async () => {
    const policy = { modes: { Names: 'always' }, unknown: [{ deep: null }] };
    expect(await read({ ...BODY, policy })).toEqual({ ...BODY, policy });
  });

  it.each([
    ['policy', undefined, 'policy must be an object'],
    ['policy', null, 'policy must be an object'],
    ['policy', [], 'policy must be an object'],
    ['policy', 'x', 'policy must be an object'],
    ['text', undefined, 'text must be a string'],
    ['text', '', 'text should not be empty'],
    ['text', 'x'.repeat(100_001), 'text must not have more than 100000 characters'],
    ['lang', null, 'lang must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...BODY, [field]: value })).toBe(message);
  });

  it('has at most 100,000 characters of text', async () => {
    expect(await refusal({ ...BODY, text: 'x'.repeat(100_000) })).toBeUndefined();
  });
});

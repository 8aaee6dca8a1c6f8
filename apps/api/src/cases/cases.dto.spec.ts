import type { Case } from '@app/cases';
import { readerOf } from '../../testing/reader-of';
import {
  ChangeCaseDto,
  CreateCaseDto,
  ForgetValuesDto,
  PreviewForgettingDto,
  toCaseDto,
  toCaseMemberDto,
  toForget,
} from './cases.dto';

const GROUP_ID = '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d22';
const TIME = 'expires_at must be a time like 2027-01-31T12:00:00Z';
const GROUP = 'group_id must be the id of one of your groups';

describe('the body of a new case', () => {
  const { read, refusal } = readerOf(CreateCaseDto);

  it.each([
    {},
    { name: '' },
    { name: 'Schmidt ./. Nordwerk', style: 'placeholders', expires_at: '2027-01-31T12:00:00Z' },
    { style: 'surrogates', group_id: GROUP_ID },
    { name: null, style: null, expires_at: null, group_id: null },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    ['name', 7, 'name must be a string'],
    ['name', ['a'], 'name must be a string'],
    ['style', 'Surrogates', 'style must be placeholders or surrogates'],
    ['style', '', 'style must be placeholders or surrogates'],
    ['style', 'constructor', 'style must be placeholders or surrogates'],
    ['expires_at', '', TIME],
    ['expires_at', '2027-W04', TIME],
    ['expires_at', '2027-031', TIME],
    ['expires_at', '2027-02-30T12:00:00Z', TIME],
    ['expires_at', 1_801_396_800_000, TIME],
    ['group_id', 'legal', GROUP],
    ['group_id', '', GROUP],
    ['group_id', [GROUP_ID], GROUP],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toBe(message);
  });
});

describe('the body of a changed case', () => {
  const { read, refusal } = readerOf(ChangeCaseDto);

  it('distinguishes null, which removes, from an absent field', async () => {
    expect(await read({ expires_at: null, group_id: null })).toEqual({ expires_at: null, group_id: null });
    expect(await read({})).toEqual({});
  });

  it.each([
    ['name', 7, 'name must be a string'],
    ['expires_at', 'soon', TIME],
    ['expires_at', '2027-W04', TIME],
    ['expires_at', 0, TIME],
    ['group_id', 'legal', GROUP],
    ['group_id', 0, GROUP],
    ['group_id', false, GROUP],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toBe(message);
  });

  it('cannot change the style', async () => {
    expect(await read({ style: 'placeholders', name: 'x' })).toEqual({ name: 'x' });
  });
});

describe.each([
  ['the value to forget', ForgetValuesDto],
  ['the value of a preview of forgetting', PreviewForgettingDto],
])('%s', (_, dto) => {
  const { read, refusal } = readerOf<{ value?: string }>(dto);

  it.each(['x', ' ', 'Anna\nSchmidt', 'x'.repeat(10_000)])('is a text: %j', async (value) => {
    expect(await read({ value })).toEqual({ value });
  });

  it.each([
    [undefined, 'value must be a string'],
    [null, 'value must be a string'],
    [['Anna'], 'value must be a string'],
    ['', 'value should not be empty'],
    ['x'.repeat(10_001), 'value must be shorter than or equal to 10000 characters'],
  ])('is refused as %j', async (value, message) => {
    expect(await refusal({ value })).toBe(message);
  });
});

describe('the values to forget', () => {
  const { read, refusal } = readerOf(ForgetValuesDto);

  it('are texts instead of a value', async () => {
    expect(toForget(await read({ values: ['Anna', ''] }))).toEqual({ values: ['Anna', ''] });
    expect(toForget(await read({ value: 'Anna' }))).toEqual({ value: 'Anna' });
    const both = await read({ value: 'Anna', values: ['Anna'] });
    expect(() => toForget(both)).toThrow('value must be given, or values, and not both');
  });

  it.each([
    [null, 'values must be an array'],
    ['Anna', 'values must be an array'],
    [[], 'values should not be empty'],
    [[1], 'values must be a list of texts'],
    [Array.from({ length: 1_001 }, () => 'x'), 'values must contain no more than 1000 elements'],
  ])('are refused as %j', async (values, message) => {
    expect(await refusal({ values })).toBe(message);
  });
});

describe('the answer about a case', () => {
  const CASE: Case = {
    id: 'c',
    name: '',
    style: 'surrogates',
    isOwner: false,
    entities: 0,
    members: 1,
    groupId: null,
    createdAt: new Date('2026-11-26T08:00:00Z'),
    lastUsedAt: new Date('2026-11-26T08:05:00Z'),
    expiresAt: null,
  };

  it('has null for a case that is not shared and does not expire', () => {
    expect(toCaseDto(CASE)).toEqual({
      case_id: 'c',
      name: '',
      style: 'surrogates',
      is_owner: false,
      entities: 0,
      members: 1,
      group_id: null,
      created_at: '2026-11-26T08:00:00.000Z',
      last_used_at: '2026-11-26T08:05:00.000Z',
      expires_at: null,
    });
  });

  it('has the group and the expiry of a shared one', () => {
    const shared = { ...CASE, isOwner: true, groupId: GROUP_ID, expiresAt: new Date('2027-01-31T12:00:00Z') };
    expect(toCaseDto(shared)).toMatchObject({
      is_owner: true,
      group_id: GROUP_ID,
      expires_at: '2027-01-31T12:00:00.000Z',
    });
  });

  it('names its members by id and user name', () => {
    expect(toCaseMemberDto({ id: 'u', userName: 'anna@company.example', isOwner: true })).toEqual({
      user_id: 'u',
      user_name: 'anna@company.example',
    });
  });
});

import fc from 'fast-check';
import { RATE_LIMIT_KINDS, type RateLimitKind } from '@app/common';
import { parseRate, type Rate } from '@app/config';
import { rateFor, rateOfKey, totalRate, type StoredLimits } from './limits';

const SETTING: Rate = { points: 60, seconds: 60 };
const usual = Object.fromEntries(RATE_LIMIT_KINDS.map((kind) => [kind, SETTING])) as Record<
  RateLimitKind,
  Rate
>;
const ceiling: Rate = { points: 6_000, seconds: 60 };
const rate = (
  kind: RateLimitKind,
  user: StoredLimits,
  organization: StoredLimits = {},
  ...groups: StoredLimits[]
): Rate => rateFor(kind, { user, groups, organization }, { usual, ceiling });

describe('the limit of a caller', () => {
  it("is the user's own, otherwise the organization's, otherwise the setting", () => {
    expect(rate('chat', {})).toEqual(SETTING);
    expect(rate('chat', {}, { chat: '300/1m', images: '1/1m' })).toEqual({ points: 300, seconds: 60 });
    expect(rate('chat', { chat: '5/10s', images: '1/1m' }, { chat: '300/1m' })).toEqual({
      points: 5,
      seconds: 10,
    });
  });

  it('is never above the ceiling, whatever the period', () => {
    expect(rate('chat', { chat: '6001/1m' })).toEqual(ceiling);
    expect(rate('chat', {}, { chat: '101/1s' })).toEqual(ceiling);
    expect(rate('chat', { chat: '100/1s' })).toEqual({ points: 100, seconds: 1 });
  });

  it("is the highest of the user's groups if the user has none, whatever the organization's is", () => {
    const groups = [{ chat: '70/1m' }, { chat: '2/1s' }, { images: '1/1m' }];
    const high = { points: 2, seconds: 1 };
    expect(rate('chat', {}, { chat: '300/1m' }, ...groups)).toEqual(high);
    expect(rate('chat', {}, { chat: '300/1m' }, ...groups.toReversed())).toEqual(high);
    expect(rate('chat', { chat: '5/1m' }, {}, ...groups)).toEqual({ points: 5, seconds: 60 });
    expect(rate('uploads', {}, { uploads: '300/1m' }, ...groups)).toEqual({ points: 300, seconds: 60 });
    expect(rate('chat', {}, {}, { chat: '9000/1m' })).toEqual(ceiling);
  });

  it('never decreases when a user joins another group', () => {
    const written = fc.record({ chat: fc.integer({ min: 1, max: 9_000 }).map((n) => `${n}/1m`) });
    fc.assert(
      fc.property(fc.array(written, { minLength: 1 }), written, (groups, more) => {
        const [before, after] = [rate('chat', {}, {}, ...groups), rate('chat', {}, {}, ...groups, more)];
        expect(after.points).toBeGreaterThanOrEqual(before.points);
      }),
    );
  });

  it("is the organization's for limits that its users share", () => {
    expect(rate('jobs', { jobs: '5000/1m' })).toEqual(SETTING);
    expect(rate('jobs', {}, {}, { jobs: '5000/1m' })).toEqual(SETTING);
    expect(rate('jobs', { jobs: '5000/1m' }, { jobs: '1200/1m' })).toEqual({ points: 1_200, seconds: 60 });
  });

  it('is the setting if the stored limit is invalid', () => {
    const unreadable = fc.jsonValue().filter((value) => typeof value !== 'string' || !parseRate(value));
    fc.assert(
      fc.property(fc.constantFrom(...RATE_LIMIT_KINDS), unreadable, (kind, value) => {
        const limits = JSON.parse(JSON.stringify({ [kind]: value })) as StoredLimits;
        expect(rate(kind, limits, limits, limits)).toEqual(SETTING);
        expect(rateOfKey(kind, { key: limits }, { ceiling })).toBeUndefined();
        expect(totalRate(kind, { total: limits })).toBeUndefined();
      }),
    );
  });
});

describe('the limit of a key', () => {
  it("is its own, and below the ceiling; without one it only counts toward its owner's", () => {
    expect(rateOfKey('jobs', { key: { jobs: '5/1m' } }, { ceiling })).toEqual({ points: 5, seconds: 60 });
    expect(rateOfKey('chat', { key: { chat: '9000/1m' } }, { ceiling })).toEqual(ceiling);
    expect(rateOfKey('chat', { key: { images: '5/1m' } }, { ceiling })).toBeUndefined();
    expect(rateOfKey('chat', {}, { ceiling })).toBeUndefined();
  });
});

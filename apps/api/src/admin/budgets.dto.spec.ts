import type { BudgetState } from '@app/budgets';
import type { UsageShare } from '@app/usage';
import { readerOf } from '../../testing/reader-of';
import { BudgetRefDto, SetBudgetDto, toBudgetDto } from './budgets.dto';
import { toShareDto, UsageByDto } from './usage.dto';

const ID = '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14';

describe('the address of a budget', () => {
  const { read, refusal } = readerOf(BudgetRefDto, 'param');

  it.each(['organization', 'group', 'user', 'key'])('names a %s', async (kind) => {
    expect(await read({ kind, subject_id: ID })).toEqual({ kind, subject_id: ID });
  });

  it.each([
    [{ kind: 'team', subject_id: ID }, /^kind must be one of [a-z, ]+$/],
    [{ kind: 'toString', subject_id: ID }, /^kind must be one of [a-z, ]+$/],
    [{ kind: 'user', subject_id: 'me' }, /^subject_id must be an id$/],
    [{ kind: 'user', subject_id: `${ID}0` }, /^subject_id must be an id$/],
    [{}, /^kind must be one of [a-z, ]+; subject_id must be an id$/],
  ])('is refused as %j', async (given, message) => {
    expect(await refusal(given)).toMatch(message);
  });
});

describe('a new budget', () => {
  const { read, refusal } = readerOf(SetBudgetDto);

  it.each([
    { unit: 'tokens', soft: 1 },
    { unit: 'tokens', hard: 0 },
    { unit: 'EUR', soft: 0.5, hard: 1.000001 },
    { unit: 'EUR', soft: null, hard: 1e15 },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    [{}, 'unit must be a string'],
    [{ unit: null }, 'unit must be a string'],
    [{ unit: 'tokens', soft: '100' }, 'soft must be a number'],
    [{ unit: 'tokens', hard: true }, 'hard must be a number'],
    [{ unit: 'tokens', hard: Number.NaN }, 'hard must be a number'],
    [{ unit: 'tokens', hard: [1] }, 'hard must be a number'],
  ])('is refused as %j', async (body, message) => {
    expect(await refusal(body)).toBe(message);
  });
});

describe('the answer about a budget', () => {
  const BUDGET: BudgetState = {
    id: ID,
    organizationId: 'o',
    kind: 'user',
    subjectId: 'u',
    unit: 'tokens',
    soft: 800,
    hard: 1_000,
    used: 118,
    reserved: 12,
  } as BudgetState;
  const NOW = new Date('2026-12-31T23:59:59.999Z');

  it('has the amounts of this month, and the start of the next one in UTC', () => {
    expect(toBudgetDto(BUDGET, NOW)).toEqual({
      id: ID,
      kind: 'user',
      subject_id: 'u',
      unit: 'tokens',
      soft: 800,
      hard: 1_000,
      used: 118,
      reserved: 12,
      remaining: 870,
      resets_at: '2027-01-01T00:00:00.000Z',
    });
  });

  it('has amounts of money in units of the currency', () => {
    const money = { ...BUDGET, unit: 'EUR', soft: null, hard: 2_500_000, used: 1, reserved: 0 };
    expect(toBudgetDto(money, NOW)).toMatchObject({
      soft: null,
      hard: 2.5,
      used: 0.000001,
      reserved: 0,
      remaining: 2.499999,
    });
  });

  it('counts down to the soft limit if there is no hard one', () => {
    expect(toBudgetDto({ ...BUDGET, hard: null }, NOW)).toMatchObject({ hard: null, remaining: 670 });
  });

  it('never has less than nothing left', () => {
    expect(toBudgetDto({ ...BUDGET, used: 5_000 }, NOW).remaining).toBe(0);
  });

  it('hides what was used, and what would reveal it, but not its limits', () => {
    expect(toBudgetDto(BUDGET, NOW, false)).toMatchObject({
      soft: 800,
      hard: 1_000,
      used: null,
      reserved: null,
      remaining: null,
    });
  });
});

describe('usage by a dimension', () => {
  const { read, refusal } = readerOf(UsageByDto, 'query');
  const TIMES = { start_date: '0', end_date: '1' };

  it.each(['day', 'model', 'group', 'key', 'user'])('is asked by %s', async (by) => {
    expect(await read({ ...TIMES, by })).toEqual({ ...TIMES, by });
  });

  it('is refused by other words, and without times', async () => {
    expect(await refusal({ ...TIMES, by: 'week' })).toMatch(/^by must be one of [a-z, ]+$/);
    expect(await refusal({ by: 'day' })).toBe(
      'start_date is missing; expected Unix milliseconds, or ISO 8601 with Z or an offset; ' +
        'end_date is missing; expected Unix milliseconds, or ISO 8601 with Z or an offset',
    );
  });

  it('has the costs of each currency in its units, and null for what is not shown', () => {
    const share: UsageShare = {
      of: null,
      totalTokens: 3,
      promptTokens: 2,
      completionTokens: 1,
      requests: 1,
      costs: [
        { currency: 'EUR', micros: 1_500_000 },
        { currency: 'USD', micros: 1 },
      ],
    };
    expect(toShareDto(share)).toEqual({
      of: null,
      total_tokens: 3,
      prompt_tokens: 2,
      completion_tokens: 1,
      requests: 1,
      costs: [
        { currency: 'EUR', amount: 1.5 },
        { currency: 'USD', amount: 0.000001 },
      ],
    });
    expect(toShareDto({ ...share, of: '2026-01-15', costs: [] })).toMatchObject({
      of: '2026-01-15',
      costs: [],
    });
  });
});

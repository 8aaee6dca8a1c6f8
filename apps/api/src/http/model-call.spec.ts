import type { Response } from 'express';
import type { BudgetState, Spending } from '@app/budgets';
import { AppError, newId, type Caller } from '@app/common';
import { BudgetGate } from './model-call';

const caller: Caller = { userId: newId(), organizationId: newId(), groups: [] };
const budget = (more: Partial<BudgetState>): BudgetState =>
  ({ unit: 'tokens', soft: null, hard: 1_000, used: 0, reserved: 0, ...more }) as BudgetState;

describe('the headers of budgets', () => {
  const headersWith = async (budgets: readonly BudgetState[]) => {
    const headers: Record<string, string> = {};
    const response = { setHeader: (name: string, value: string) => (headers[name] = value) };
    const spending = { assertOpen: async () => budgets } as unknown as Spending;
    await new BudgetGate(spending).enter(caller, response as unknown as Response);
    return headers;
  };

  it('are absent without a budget', async () => {
    expect(await headersWith([])).toEqual({});
  });

  it.each([
    ['what is left of tokens', [budget({ used: 100, reserved: 20 })], '880', 'tokens'],
    [
      'what is left of money, in its currency',
      [budget({ unit: 'EUR', hard: 2_500_000, used: 1 })],
      '2.499999',
      'EUR',
    ],
    ['nothing, and not less', [budget({ used: 5_000 })], '0', 'tokens'],
    ['the soft limit if there is no hard one', [budget({ hard: null, soft: 500, used: 1 })], '499', 'tokens'],
    [
      'the budget with the least left',
      [budget({ hard: 900 }), budget({ hard: 100 }), budget({ hard: 500 })],
      '100',
      'tokens',
    ],
    [
      'the smaller fraction of tokens and money',
      [budget({ used: 100 }), budget({ unit: 'EUR', hard: 1_000_000, used: 900_000 })],
      '0.1',
      'EUR',
    ],
  ] as const)('show %s', async (_, budgets, remaining, unit) => {
    expect(await headersWith(budgets)).toEqual({ 'X-Budget-Remaining': remaining, 'X-Budget-Unit': unit });
  });

  it('are absent if a budget refuses the call', async () => {
    const refusal = new AppError('budget_exceeded', 'The budget is used up');
    const spending = { assertOpen: () => Promise.reject(refusal) } as unknown as Spending;
    const response = { setHeader: jest.fn() };
    await expect(new BudgetGate(spending).enter(caller, response as unknown as Response)).rejects.toBe(
      refusal,
    );
    expect(response.setHeader).not.toHaveBeenCalled();
  });
});

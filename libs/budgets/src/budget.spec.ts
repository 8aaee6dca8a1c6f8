import { array, assert, constantFrom, date, nat, option, property, record } from 'fast-check';
import {
  fromAmount,
  hasRoom,
  monthOf,
  remainingOf,
  scarcest,
  toAmount,
  TOKENS,
  type BudgetState,
} from './budget';
import { amountIn } from './spending/reservation';
import { budgetExceeded, stopping } from './spending/budget-refusals';

const amount = nat({ max: 1e15 });
const states = array(
  record({
    unit: constantFrom(TOKENS, 'EUR'),
    soft: option(amount),
    hard: option(amount),
    used: amount,
    reserved: amount,
  }),
  { minLength: 1, maxLength: 5 },
).map((list) =>
  list.map((one, i): BudgetState => ({
    ...one,
    id: String(i),
    organizationId: 'o',
    kind: 'key',
    subjectId: 'k',
    revision: 0,
    warnedIn: null,
    exceededIn: null,
  })),
);
const call = record({ tokens: amount, micros: amount }).map(({ tokens, micros }) => ({
  tokens,
  cost: { micros, currency: 'EUR' },
}));

describe('the arithmetic of budgets', () => {
  it('allows a call if each budget has room for its maximum usage, and never beyond', () => {
    assert(
      property(states, call, (list, needed) => {
        const stop = stopping(list, needed);
        const fits = list.every(
          ({ hard, used, reserved, unit }) =>
            hard === null || used + reserved + amountIn({ unit }, needed) <= hard,
        );
        expect(stop === undefined).toBe(fits);
        if (stop) expect(hasRoom(stop, amountIn(stop, needed))).toBe(false);
      }),
    );
  });

  it('refuses calls until the next month only if no running call can release enough', () => {
    const now = new Date('2026-02-10T00:00:00Z');
    assert(
      property(states, call, (list, needed) => {
        const stop = stopping(list, needed);
        if (!stop) return;
        const { details } = budgetExceeded(stop, needed, monthOf(now), now);
        const couldFit = list.every((state) => hasRoom({ ...state, reserved: 0 }, amountIn(state, needed)));
        expect(details.retryAfterS).toBe(couldFit ? 10 : 19 * 24 * 3600);
      }),
    );
  });

  it('names the budget with the least left, and never less than zero', () => {
    assert(
      property(states, (list) => {
        const first = scarcest(list)!;
        for (const state of list) {
          expect(remainingOf(state)).toBeGreaterThanOrEqual(0);
          if (state.unit === first.unit) expect(remainingOf(first)).toBeLessThanOrEqual(remainingOf(state));
        }
      }),
    );
  });

  it('names 500 of 1,000 tokens rather than 50,000 of 1,000,000', () => {
    const one = {
      unit: TOKENS,
      soft: null,
      reserved: 0,
      organizationId: 'o',
      kind: 'key',
      subjectId: 'k',
    } as const;
    const told = { revision: 0, warnedIn: null, exceededIn: null };
    const budgets = [
      { ...one, ...told, id: 'wide', hard: 1_000_000, used: 950_000 },
      { ...one, ...told, id: 'narrow', hard: 1_000, used: 500 },
    ];
    expect(scarcest(budgets)?.id).toBe('narrow');
    expect(scarcest(budgets.toReversed())?.id).toBe('narrow');
  });

  it('names the smaller fraction if budgets count both tokens and money, which cannot be compared', () => {
    assert(
      property(states, (list) => {
        const part = (state: BudgetState) => remainingOf(state) / Math.max(1, state.hard ?? state.soft ?? 1);
        const each = [TOKENS, 'EUR'].flatMap(
          (unit) => scarcest(list.filter((one) => one.unit === unit)) ?? [],
        );
        expect(part(scarcest(list)!)).toBe(Math.min(...each.map(part)));
      }),
    );
  });

  it('parses amounts that it formats', () => {
    assert(
      property(amount, constantFrom(TOKENS, 'EUR'), (counted, unit) => {
        expect(toAmount(unit, fromAmount(unit, counted))).toBe(counted);
      }),
    );
    for (const wrong of [-1, 1.5, 1e16, Number.NaN, Infinity])
      expect(toAmount(TOKENS, wrong)).toBeUndefined();
    for (const wrong of [-0.01, 0.000_000_5, 1.234_567_8, 1e10])
      expect(toAmount('EUR', wrong)).toBeUndefined();
  });

  it('assigns every moment to one month, which ends where the next begins', () => {
    const moment = date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('9998-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    assert(
      property(moment, (time) => {
        const { day, start, end } = monthOf(time);
        expect(start <= time && time < end).toBe(true);
        expect(start.toISOString()).toBe(`${day}T00:00:00.000Z`);
        expect(monthOf(end).start).toEqual(end);
        expect(monthOf(new Date(end.getTime() - 1)).start).toEqual(start);
      }),
    );
  });
});

import { assert, nat, property } from 'fast-check';
import { withSettings } from '@app/testing';
import { pricesConfig } from '@app/config';
import { PriceCalls } from './counted-calls.store';

const priced = (LLM_PRICES: string): Promise<PriceCalls> =>
  withSettings({ LLM_PRICES }, async () => new PriceCalls(pricesConfig()));

describe('the cost of calls', () => {
  it('is the price of the prompt and of the answer, rounded up to a millionth', async () => {
    const prices = await priced('small=0.15/0.60 per 1M EUR, a/b=c=2/10.5 per 1M EUR');
    const costOf = (model: string, promptTokens: number, completionTokens: number) =>
      prices.costOf(model, { promptTokens, completionTokens });
    expect(costOf('small', 1_000_000, 1_000_000)).toEqual({ micros: 750_000, currency: 'EUR' });
    expect(costOf('a/b=c', 1, 1)).toEqual({ micros: 13, currency: 'EUR' });
    expect(costOf('small', 0, 0)).toEqual({ micros: 0, currency: 'EUR' });
    expect(costOf('another', 1, 1)).toBeUndefined();
  });

  it('is never less than the exact amount, and less than a millionth more', async () => {
    const prices = await priced('m=123456.654321/0.000001 per 1M EUR');
    assert(
      property(nat(), nat(), (promptTokens, completionTokens) => {
        const { micros } = prices.costOf('m', { promptTokens, completionTokens })!;
        const exact = BigInt(promptTokens) * 123_456_654_321n + BigInt(completionTokens);
        const above = BigInt(micros) * 1_000_000n - exact;
        expect(above >= 0n && above < 1_000_000n).toBe(true);
      }),
    );
  });

  it.each([
    'm',
    'm=1',
    'm=1/2',
    'm=1/2 EUR',
    'm=-1/2 per 1M EUR',
    'a=1/2 per 1M EUR,b=1/2 per 1M USD',
    'm=1/2 per 1M EUR,m=1/2 per 1M EUR',
  ])('is refused as %s', async (setting) => {
    await expect(priced(setting)).rejects.toThrow(/LLM_PRICES: expected/);
  });
});

import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { pricesOfProviders } from './providers';
import { list, PRICE } from './setting-types';

/** The price of a model's tokens, in millionths of the currency per million tokens. */
export interface Price {
  prompt: number;
  completion: number;
}

export interface Prices {
  /** ISO 4217. Absent if no model has a price. */
  currency?: string;
  of: ReadonlyMap<string, Price>;
}

/** The prices of model calls, for budgets in money (contract: Budgets). */
export const pricesConfig = registerAs('prices', () => {
  const { LLM_PRICES, PROVIDERS } = parseSettings({ LLM_PRICES: list(), PROVIDERS: z.string().optional() });
  return readPrices([...LLM_PRICES, ...(PROVIDERS === undefined ? [] : pricesOfProviders(PROVIDERS))]);
});
export type PricesConfig = ConfigType<typeof pricesConfig>;

const ENTRY = new RegExp(`^(.{1,200})=${PRICE.source}$`);
const EXPECTED = 'expected model=in/out per 1M CUR, separated by commas, such as small=0.15/0.60 per 1M EUR';

/** @throws ConfigError if an entry has another form, or contradicts another one */
function readPrices(entries: readonly string[]): Prices {
  const of = new Map<string, Price>();
  let currency: string | undefined;
  const refuse = (message: string): never => {
    throw new ConfigError(`LLM_PRICES: ${message}`);
  };
  for (const entry of entries) {
    const [, model, prompt = '', completion = '', its] = ENTRY.exec(entry) ?? [];
    if (model === undefined) refuse(EXPECTED);
    else if (currency !== undefined && its !== currency) refuse('expected one currency for all models');
    else if (of.has(model)) refuse('expected each model once');
    else {
      currency = its;
      of.set(model, { prompt: millionths(prompt), completion: millionths(completion) });
    }
  }
  return { of, ...(currency !== undefined && { currency }) };
}

const millionths = (decimal: string): number => Math.round(Number(decimal) * 1_000_000);

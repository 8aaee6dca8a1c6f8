import { Inject, Injectable } from '@nestjs/common';
import { pricesConfig, type PricesConfig } from '@app/config';

/** An amount of money, exact: the prices are, and what is counted is whole. */
export interface Cost {
  /** Millionths of the currency, rounded up. */
  micros: number;
  /** ISO 4217. */
  currency: string;
}

export interface CountedTokens {
  promptTokens: number;
  completionTokens: number;
}

const MILLION = 1_000_000n;

/** What calls of models cost in money, by the prices that the operator set. */
@Injectable()
export class PriceCalls {
  constructor(@Inject(pricesConfig.KEY) private readonly prices: PricesConfig) {}

  /** What all prices are in; undefined where there are none. */
  get currency(): string | undefined {
    return this.prices.currency;
  }

  /** @returns undefined for a model without a price */
  costOf(model: string, { promptTokens, completionTokens }: CountedTokens): Cost | undefined {
    const { currency, of } = this.prices;
    const price = of.get(model);
    if (!price || currency === undefined) return undefined;
    const micros =
      BigInt(promptTokens) * BigInt(price.prompt) + BigInt(completionTokens) * BigInt(price.completion);
    return { micros: Number((micros + MILLION - 1n) / MILLION), currency };
  }
}

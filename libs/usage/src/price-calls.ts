import { Inject, Injectable } from '@nestjs/common';
import { pricesConfig, type PricesConfig } from '@app/config';

/** An exact amount of money, because prices and counts are exact. */
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

/** Calculates the cost of model calls from the operator's prices. */
@Injectable()
export class PriceCalls {
  constructor(@Inject(pricesConfig.KEY) private readonly prices: PricesConfig) {}

  /** Returns the currency of all prices; undefined if there are none. */
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

import { Inject, Injectable } from '@nestjs/common';
import { ModelCallsStore, type ModelCall } from '@app/audit';
import { Clock, newId, type Caller } from '@app/common';
import { pricesConfig, type PricesConfig } from '@app/config';
import { statement, type Statement } from '@app/database';

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

/** A model call as in the audit trail, with its cost. */
export interface UsageInput extends ModelCall {
  owner: Caller;
  /** Absent if no tokens were counted: for an image, or without an answer. */
  cost?: CallCost;
}

export interface CallCost {
  promptTokens: number;
  completionTokens: number;
  source: 'provider' | 'tokenizer';
}

/** Stores the usage of model calls: a row per call. `UsageStore` reads it. */
@Injectable()
export class CountedCallsStore {
  constructor(
    private readonly modelCalls: ModelCallsStore,
    private readonly prices: PriceCalls,
    private readonly clock: Clock,
  ) {}

  /** Returns the statements that count and audit a call. Idempotent, as those of {@link ModelCallsStore}. */
  recording({ owner, cost, ...call }: UsageInput): Statement[] {
    const audited = this.modelCalls.recording({ owner, ...call });
    if (!cost) return [audited];
    const { promptTokens, completionTokens, source } = cost;
    const price = this.prices.costOf(call.model, cost);
    const used = statement(
      `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source,
         key_id, group_ids, cost_micros, currency, created_at, protection)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
      [
        newId(),
        owner.organizationId,
        owner.userId,
        call.model,
        promptTokens,
        completionTokens,
        source,
        owner.key?.id ?? null,
        owner.groups ?? [],
        price?.micros ?? null,
        price?.currency ?? null,
        this.clock.now(),
        call.protection?.level ?? null,
      ],
    );
    return [audited, used];
  }
}

import { Injectable } from '@nestjs/common';
import { ALL_OWNERS, Transactions } from '@app/common';
import { PoliciesStore } from './store/policies.store';

/** The time for which a replaced version is retained (contract: Policy and own terms). */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const BATCH = 100;

/** Deletes versions of policies that were replaced long ago. Safe to run at any time. */
@Injectable()
export class PrunePolicies {
  constructor(
    private readonly store: PoliciesStore,
    private readonly transactions: Transactions,
  ) {}

  /** @param signal stops it after the current step */
  async execute(signal: AbortSignal): Promise<void> {
    let pruned = BATCH;
    while (pruned === BATCH && !signal.aborted)
      pruned = await this.transactions.runFor(ALL_OWNERS, (tx) => this.store.prune(tx, KEPT_MS, BATCH));
  }
}

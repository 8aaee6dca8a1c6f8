import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@app/common';
import { AuditTrail } from '../audit-trail';
import { NO_ORGANIZATION, type Chain, type ChainHead } from './chain-entry';
import { positionSubject } from './position';
import { PruningStore } from './pruning.store';
import { SealAuditTrail } from './seal-audit-trail';
import { SealsStore } from './seals.store';

/** The number of entries that one transaction deletes. */
const STEP = 5_000;

/**
 * Prunes chains at their beginning. A sealed entry reports the position and its hash, which distinguishes a pruned
 * chain from one that an attacker cut.
 */
@Injectable()
export class PruneAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly pruning: PruningStore,
    private readonly seals: SealsStore,
    private readonly sealing: SealAuditTrail,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Deletes the oldest entries of all organizations. Only an operator's command calls this. It requires a role that may
   * delete from the table, which the role of api and worker may lack.
   *
   * @returns the number of deleted entries
   */
  async execute(before: Date): Promise<number> {
    await this.sealing.all();
    let pruned = 0;
    for (const { organizationId, chain } of await this.seals.heads())
      pruned += await this.chain(organizationId, chain, before);
    return pruned;
  }

  /**
   * Prunes the beginning of one chain in steps.
   *
   * @returns the number of deleted entries
   */
  async chain(organizationId: string, chain: Chain, before: Date, signal?: AbortSignal): Promise<number> {
    const isEnded = (): boolean => signal?.aborted ?? false;
    let pruned = 0;
    for (let step = STEP; step === STEP && !isEnded(); pruned += step)
      step = await this.transactions.runFor({ organizationId }, (tx) =>
        this.step(tx, organizationId, chain, before),
      );
    if (pruned > 0) await this.sealing.one(organizationId);
    return pruned;
  }

  private async step(tx: Transaction, organizationId: string, chain: Chain, before: Date): Promise<number> {
    await this.seals.lock(tx, organizationId);
    const cut = await this.pruning.cut(tx, { organizationId, chain, before, limit: STEP });
    if (!cut) return 0;
    const pruned = await this.pruning.prune(tx, organizationId, chain, cut);
    await this.tell(tx, organizationId, chain, cut, pruned);
    // This step may have deleted the entry that reported the pruning of the other chain.
    const other = chain === 'events' && (await this.pruning.prunedUpTo(tx, organizationId, 'calls'));
    if (other) await this.tell(tx, organizationId, 'calls', other, 0);
    return pruned;
  }

  private tell(
    tx: Transaction,
    organizationId: string,
    chain: Chain,
    upTo: ChainHead,
    events: number,
  ): Promise<void> {
    return this.trail.record(tx, {
      action: 'audit.prune',
      subject: positionSubject(chain, upTo),
      counts: { events },
      ...(organizationId !== NO_ORGANIZATION && { organizationId }),
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@app/common';
import { AuditTrail } from '../audit-trail';
import { NO_ORGANIZATION, type Chain, type ChainHead } from './chain-entry';
import { positionSubject } from './position';
import { PruningStore } from './pruning.store';
import { SealAuditTrail } from './seal-audit-trail';
import { SealsStore } from './seals.store';

/** Entries that one transaction deletes. */
const STEP = 5_000;

/**
 * Cuts chains at their beginning. Up to where, with the hash there, is told by an entry that is sealed itself: so a chain
 * that was pruned can be told from one that somebody cut.
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
   * The oldest entries of everybody, on an operator's word alone: nothing in the service calls this by itself. It needs
   * a role that may delete from the table, which that of api and worker need not be.
   *
   * @returns how many entries from before that time were deleted
   */
  async execute(before: Date): Promise<number> {
    await this.sealing.all();
    let pruned = 0;
    for (const { organizationId, chain } of await this.seals.heads())
      pruned += await this.chain(organizationId, chain, before);
    return pruned;
  }

  /** The beginning of one chain, some entries at a time. @returns how many entries were deleted */
  async chain(organizationId: string, chain: Chain, before: Date, signal?: AbortSignal): Promise<number> {
    const isEnded = (): boolean => signal?.aborted ?? false;
    let pruned = 0;
    for (let step = STEP; step === STEP && !isEnded(); pruned += step)
      step = await this.transactions.run((tx) => this.step(tx, organizationId, chain, before));
    if (pruned > 0) await this.sealing.one(organizationId);
    return pruned;
  }

  private async step(tx: Transaction, organizationId: string, chain: Chain, before: Date): Promise<number> {
    await this.seals.lock(tx, organizationId);
    const cut = await this.pruning.cut(tx, { organizationId, chain, before, limit: STEP });
    if (!cut) return 0;
    const pruned = await this.pruning.prune(tx, organizationId, chain, cut);
    await this.tell(tx, organizationId, chain, cut, pruned);
    // What told of the other chain may have gone with this one.
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

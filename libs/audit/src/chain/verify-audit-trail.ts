import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@app/common';
import { CHAINS, NO_ORGANIZATION, type Chain, type ChainHead } from './chain-entry';
import { ChainReaderStore, type Unsealed } from './chain-reader.store';
import { positionOf } from './position';
import { ChainWalk, type ChainBreak } from './walk-chain';

/** What became of one chain. */
export interface ChainReport {
  chain: Chain;
  /** Entries that hold, from the beginning or from where it was pruned up to. */
  entries: number;
  /** The last place that holds; null in a chain without any. */
  newest: ChainHead | null;
  /** The last place of what was pruned. */
  pruned: ChainHead | null;
  /** The first entry at which it is broken; nothing behind that was looked at. */
  broken: ChainBreak | null;
}

export interface TrailReport {
  /** Null for the entries that belong to no organization. */
  organizationId: string | null;
  /** Whether every chain holds and no caller is astray. */
  intact: boolean;
  chains: ChainReport[];
  /** What waits for its seal: seconds old while the service runs. */
  unsealed: Unsealed;
  /** Callers of models that belong to no entry: somebody changed which. */
  strayCallers: number;
  /** Whether the hash that was asked for stands in a chain, at a place that holds. Only where one was. */
  known?: boolean;
}

/** Looks through the chains of an organization: has an entry been changed, removed or slipped in since it was sealed? */
@Injectable()
export class VerifyAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly reader: ChainReaderStore,
  ) {}

  /**
   * @param known a hash that was noted elsewhere, such as in the log: a trail that was cut off at its end, or put back
   * to an earlier state, holds, but lacks it
   * @param signal ends it early, with its reason
   */
  execute(organizationId: string | null, known?: string, signal?: AbortSignal): Promise<TrailReport> {
    return this.transactions.run(async (tx) => {
      await this.reader.freeze(tx);
      return this.verify(tx, organizationId ?? NO_ORGANIZATION, known, signal);
    });
  }

  /** Everybody's whose trail there is, one after another: `null` for the entries of no organization. */
  async organizations(): Promise<(string | null)[]> {
    const ids = await this.transactions.run((tx) => this.reader.organizations(tx));
    return ids.map((id) => (id === NO_ORGANIZATION ? null : id));
  }

  private async verify(
    tx: Transaction,
    organizationId: string,
    known: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<TrailReport> {
    const told = await this.reader.prunedUpTo(tx, organizationId);
    const chains: ChainReport[] = [];
    let isKnown = false;
    for (const chain of CHAINS) {
      const walk = new ChainWalk(chain, (upTo) => told.has(positionOf(chain, upTo)));
      for await (const links of this.reader.links(tx, organizationId, chain)) {
        signal?.throwIfAborted();
        if (!links.every((link) => walk.step(link))) break;
        isKnown ||= links.some(({ hash }) => hash === known);
      }
      chains.push(report(chain, walk));
    }
    const strayCallers = await this.reader.strayCallers(tx, organizationId);
    return {
      organizationId: organizationId === NO_ORGANIZATION ? null : organizationId,
      intact: chains.every(({ broken }) => !broken) && strayCallers === 0,
      chains,
      unsealed: await this.reader.unsealed(tx, organizationId),
      strayCallers,
      ...(known !== undefined && { known: isKnown }),
    };
  }
}

const report = (chain: Chain, { entries, last, pruned, broken }: ChainWalk): ChainReport => ({
  chain,
  entries,
  newest: last.seq === 0 ? null : last,
  pruned: pruned ?? null,
  broken: broken ?? null,
});

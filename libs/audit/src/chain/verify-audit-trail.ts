import { Injectable } from '@nestjs/common';
import { ALL_OWNERS, Transactions, type Transaction } from '@app/common';
import { CHAINS, NO_ORGANIZATION, type Chain, type ChainHead } from './chain-entry';
import { ChainReaderStore, type Unsealed } from './chain-reader.store';
import { positionOf } from './position';
import { ChainWalk, type ChainBreak } from './walk-chain';

/** The result of verifying one chain. */
export interface ChainReport {
  chain: Chain;
  /** The number of valid entries, from the beginning or from the end of the pruned part. */
  entries: number;
  /** The last valid position; null if there is none. */
  newest: ChainHead | null;
  /** The last position of the pruned part. */
  pruned: ChainHead | null;
  /** The first broken entry; later ones were not checked. */
  broken: ChainBreak | null;
}

export interface TrailReport {
  /** Null for the entries that belong to no organization. */
  organizationId: string | null;
  /** Whether every chain is valid and no caller is stray. */
  intact: boolean;
  chains: ChainReport[];
  /** The unsealed entries; the service seals entries within seconds. */
  unsealed: Unsealed;
  /** Callers of models that belong to no entry, because an attacker changed the link. */
  strayCallers: number;
  /** Whether a valid position of a chain contains the given hash. Only set if a hash was given. */
  known?: boolean;
}

/** Verifies that no sealed entry of an organization's chains was changed, removed or inserted. */
@Injectable()
export class VerifyAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly reader: ChainReaderStore,
  ) {}

  /**
   * @param known a hash that was recorded elsewhere, for example in the log, or its first digits, as in the metrics. A trail that was truncated or restored to
   * an earlier state is intact but lacks it.
   * @param signal stops it early, with its reason
   */
  execute(organizationId: string | null, known?: string, signal?: AbortSignal): Promise<TrailReport> {
    return this.transactions.readFor(ALL_OWNERS, (tx) =>
      this.verify(tx, organizationId ?? NO_ORGANIZATION, known, signal),
    );
  }

  /** Returns all organizations that have a trail; `null` for the entries of no organization. */
  async organizations(): Promise<(string | null)[]> {
    const ids = await this.transactions.readFor(ALL_OWNERS, (tx) => this.reader.organizations(tx));
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
        isKnown ||= links.some(({ hash }) => known !== undefined && hash.startsWith(known));
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

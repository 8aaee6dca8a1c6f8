import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { CHAINS, type Chain, type ChainHead } from './chain-entry';
import { SealsStore, type Waiting } from './seals.store';

/** The sealed part of an organization's trail. */
export interface SealedSoFar {
  /** The end of each chain; `seq` is 0 for an empty one. */
  chains: (ChainHead & { chain: Chain })[];
  waiting: Waiting;
}

/** Reads the ends of an organization's chains without walking them. */
@Injectable()
export class ReadHeads {
  constructor(
    private readonly transactions: Transactions,
    private readonly seals: SealsStore,
  ) {}

  execute(organizationId: string): Promise<SealedSoFar> {
    return this.transactions.runFor({ organizationId }, async (tx) => {
      const chains: SealedSoFar['chains'] = [];
      for (const chain of CHAINS)
        chains.push({ chain, ...(await this.seals.head(tx, organizationId, chain)) });
      return { chains, waiting: await this.seals.waitingOf(tx, organizationId) };
    });
  }
}

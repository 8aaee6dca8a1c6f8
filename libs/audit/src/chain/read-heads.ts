import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { CHAINS, type Chain, type ChainHead } from './chain-entry';
import { SealsStore, type Waiting } from './seals.store';

/** How far an organization's trail is sealed. */
export interface SealedSoFar {
  /** The end of each chain; `seq` 0 of one that has not begun. */
  chains: (ChainHead & { chain: Chain })[];
  waiting: Waiting;
}

/** Where an organization's chains end, without walking through them. */
@Injectable()
export class ReadHeads {
  constructor(
    private readonly transactions: Transactions,
    private readonly seals: SealsStore,
  ) {}

  execute(organizationId: string): Promise<SealedSoFar> {
    return this.transactions.run(async (tx) => {
      const chains: SealedSoFar['chains'] = [];
      for (const chain of CHAINS)
        chains.push({ chain, ...(await this.seals.head(tx, organizationId, chain)) });
      return { chains, waiting: await this.seals.waitingOf(tx, organizationId) };
    });
  }
}

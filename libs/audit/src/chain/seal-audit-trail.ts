import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@app/common';
import { chainOf, CHAINS, type Chain, type ChainEntry, type ChainHead } from './chain-entry';
import { sealHash } from './seal-hash';
import { SealsStore, type SealedEntry } from './seals.store';

/** Entries that one transaction seals. */
const BATCH = 1_000;

/**
 * Appends what was written since to the chains, an organization at a time and one process for each. It works off a list
 * that is written with the entries, whenever those commit: nothing is passed over, and a restored database goes on.
 */
@Injectable()
export class SealAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly seals: SealsStore,
  ) {}

  /**
   * Everybody's chains, those apart that another process is at just now.
   *
   * @param signal ends it after the batch that it is at
   */
  async execute(signal?: AbortSignal): Promise<void> {
    for (const organizationId of await this.seals.waiting())
      await this.organization(organizationId, (tx) => this.seals.tryLock(tx, organizationId), signal);
  }

  /** The same, waiting for whoever is at a chain: when it ends, all that was written before is sealed. */
  async all(): Promise<void> {
    for (const organizationId of await this.seals.waiting()) await this.one(organizationId);
  }

  /** The chains of one organization, waiting for whoever is at them. */
  one(organizationId: string): Promise<void> {
    return this.organization(organizationId, (tx) => this.seals.lock(tx, organizationId));
  }

  /** @param lock whether the chains are this transaction's now */
  private async organization(
    organizationId: string,
    lock: (tx: Transaction) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<void> {
    const isEnded = (): boolean => signal?.aborted ?? false;
    let taken = BATCH;
    while (taken === BATCH && !isEnded())
      taken = await this.transactions.run(async (tx) =>
        (await lock(tx)) ? this.batch(tx, organizationId) : 0,
      );
  }

  /** @returns how many were sealed */
  private async batch(tx: Transaction, organizationId: string): Promise<number> {
    const entries = await this.seals.take(tx, organizationId, BATCH);
    if (entries.length === 0) return 0;
    const sealedAt = await this.seals.now(tx);
    const heads = new Map<Chain, ChainHead>();
    for (const chain of CHAINS) heads.set(chain, await this.seals.head(tx, organizationId, chain));
    await this.seals.append(
      tx,
      organizationId,
      entries.map((entry) => seal(entry, heads, sealedAt)),
    );
    return entries.length;
  }
}

/** The seal of an entry behind the end of its chain, which it becomes. */
function seal(entry: ChainEntry, heads: Map<Chain, ChainHead>, sealedAt: string): SealedEntry {
  const chain = chainOf(entry);
  const before = heads.get(chain)!;
  const place = { chain, seq: before.seq + 1, sealed_at: sealedAt, prev: before.hash };
  const hash = sealHash(entry, place);
  heads.set(chain, { seq: place.seq, hash });
  return { entryId: entry.id, seal: { ...place, hash } };
}

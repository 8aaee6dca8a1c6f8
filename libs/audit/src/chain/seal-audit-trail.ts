import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@app/common';
import { chainOf, CHAINS, type Chain, type ChainEntry, type ChainHead } from './chain-entry';
import { sealHash } from './seal-hash';
import { SealsStore, type SealedEntry } from './seals.store';

/** The number of entries that one transaction seals. */
const BATCH = 1_000;

/**
 * Appends new entries to the chains. One process at a time works on an organization. It processes a queue that is
 * written with the entries, so it skips no entry that commits late, and continues after a database was restored.
 */
@Injectable()
export class SealAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly seals: SealsStore,
  ) {}

  /**
   * Seals the chains of all organizations, except those that another process is sealing.
   *
   * @param signal stops it after the current batch
   */
  async execute(signal?: AbortSignal): Promise<void> {
    for (const organizationId of await this.seals.waiting())
      await this.organization(organizationId, (tx) => this.seals.tryLock(tx, organizationId), signal);
  }

  /**
   * Seals all chains and waits for other processes. When it returns, all entries that were written before are sealed.
   */
  async all(): Promise<void> {
    for (const organizationId of await this.seals.waiting()) await this.one(organizationId);
  }

  /** Seals the chains of one organization and waits for other processes. */
  one(organizationId: string): Promise<void> {
    return this.organization(organizationId, (tx) => this.seals.lock(tx, organizationId));
  }

  /** @param lock returns whether this transaction has locked the chains */
  private async organization(
    organizationId: string,
    lock: (tx: Transaction) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<void> {
    const isEnded = (): boolean => signal?.aborted ?? false;
    let taken = BATCH;
    while (taken === BATCH && !isEnded())
      taken = await this.transactions.runFor({ organizationId }, async (tx) =>
        (await lock(tx)) ? this.batch(tx, organizationId) : 0,
      );
  }

  /** @returns the number of sealed entries */
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

/** Returns the seal that appends an entry to its chain, and updates the head. */
function seal(entry: ChainEntry, heads: Map<Chain, ChainHead>, sealedAt: string): SealedEntry {
  const chain = chainOf(entry);
  const before = heads.get(chain)!;
  const place = { chain, seq: before.seq + 1, sealed_at: sealedAt, prev: before.hash };
  const hash = sealHash(entry, place);
  heads.set(chain, { seq: place.seq, hash });
  return { entryId: entry.id, seal: { ...place, hash } };
}

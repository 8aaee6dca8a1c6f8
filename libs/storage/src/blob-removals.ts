import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { Log } from '@app/observability';
import { BlobRemovalsStore } from './blob-removals.store';
import { BlobStore } from './blob-store';

/** Removals in one round of the sweep. */
const STEP = 100;
/** What could not be removed is tried again after this long. */
const RETRY_S = 60;
/** A file that is being written belongs to a row long before this, or nobody will ever know of it. */
const UNCLAIMED_S = 3_600;
/** A write that began so long ago is none any more. */
const UNFINISHED_MS = 24 * 3_600_000;

/**
 * What has to go from the blob store, written down in the transaction that deletes what knows of it: a store that is
 * down, or a process that dies in between, leaves nothing for good. A name that ends with a slash is a folder.
 *
 * While a backup runs nothing is removed: its snapshot may still name it. The sweep does it afterwards.
 */
@Injectable()
export class BlobRemovals {
  constructor(
    private readonly removals: BlobRemovalsStore,
    private readonly blobs: BlobStore,
    private readonly log: Log,
  ) {}

  /** Part of a deletion; {@link carryOut} it after the commit. */
  plan(tx: Transaction, names: readonly string[]): Promise<void> {
    return this.removals.plan(names, 0, tx);
  }

  /** Before a file is written that only a later transaction makes somebody's: without {@link claim} there, it goes. */
  expectClaim(name: string): Promise<void> {
    return this.removals.plan([name], UNCLAIMED_S);
  }

  claim(tx: Transaction, name: string): Promise<void> {
    return this.removals.cancel(name, tx);
  }

  /** Removes a file that nothing needs any more, and that no deletion planned. */
  async discard(name: string): Promise<void> {
    await this.removals.plan([name], 0);
    await this.carryOut([name]);
  }

  /** Removes these now, unless a backup runs. What fails is logged, and left to the sweep. */
  async carryOut(names: readonly string[]): Promise<void> {
    try {
      // Asked after the commit of what named them.
      if (await this.removals.areAllowed()) for (const name of names) await this.remove(name);
    } catch (error) {
      this.log.error('storage.blob_left', error);
    }
  }

  /**
   * Removes what is due, and what broken-off writes have left.
   *
   * @returns how many it removed
   * @throws AppError `unavailable` where the store is down
   */
  async sweep(): Promise<number> {
    const due = await this.removals.takeDue(STEP, RETRY_S);
    const names = due.length > 0 && (await this.removals.areAllowed()) ? due : [];
    for (const name of names) await this.remove(name);
    await this.blobs.deleteUnfinished(new Date(Date.now() - UNFINISHED_MS));
    return names.length;
  }

  private async remove(name: string): Promise<void> {
    await (name.endsWith('/') ? this.blobs.deletePrefix(name) : this.blobs.delete(name));
    await this.removals.cancel(name);
  }
}

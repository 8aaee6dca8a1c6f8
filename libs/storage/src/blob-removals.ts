import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { Log } from '@app/observability';
import { BlobRemovalsStore } from './blob-removals.store';
import { BlobStore } from './blob-store';

/** The number of removals in one round of the sweep. */
const STEP = 100;
/** The delay before a failed removal is retried. */
const RETRY_S = 60;
/** A file is claimed long before this, or never. */
const UNCLAIMED_S = 3_600;
/** A write that started this long ago has been abandoned. */
const UNFINISHED_MS = 24 * 3_600_000;

/**
 * Plans removals from the blob store in the transaction that deletes the rows, so that no file stays permanently if the
 * store is down or the process dies. A name that ends with a slash is a folder.
 *
 * Nothing is removed while a backup runs, because its snapshot may refer to the file. The sweep removes it afterwards.
 */
@Injectable()
export class BlobRemovals {
  constructor(
    private readonly removals: BlobRemovalsStore,
    private readonly blobs: BlobStore,
    private readonly log: Log,
  ) {}

  /** Plans removals in a deletion's transaction; call {@link carryOut} after the commit. */
  plan(tx: Transaction, names: readonly string[]): Promise<void> {
    return this.removals.plan(names, 0, tx);
  }

  /** Plans the removal of a file before it is written. A later transaction must {@link claim} the file to keep it. */
  expectClaim(name: string): Promise<void> {
    return this.removals.plan([name], UNCLAIMED_S);
  }

  claim(tx: Transaction, name: string): Promise<void> {
    return this.removals.cancel(name, tx);
  }

  /** Removes an unneeded file that no deletion planned. */
  async discard(name: string): Promise<void> {
    await this.removals.plan([name], 0);
    await this.carryOut([name]);
  }

  /** Removes files now, unless a backup runs. Failures are logged and left to the sweep. */
  async carryOut(names: readonly string[]): Promise<void> {
    try {
      // Checked after the commit that deleted the rows.
      if (await this.removals.areAllowed()) for (const name of names) await this.remove(name);
    } catch (error) {
      this.log.upkeep('storage.blob_left', error);
    }
  }

  /**
   * Removes due files, and what abandoned writes have left.
   *
   * @returns the number of removals
   * @throws AppError `unavailable` if the store is down
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

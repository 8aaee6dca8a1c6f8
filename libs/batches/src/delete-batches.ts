import { Injectable } from '@nestjs/common';
import { Clock, type Owner } from '@app/common';
import { KEPT_MS } from './batch';
import { BatchFilesStore } from './batch-files.store';
import { BatchesStore } from './batches.store';
import { leftOf } from './left-at-provider';
import { ProviderRemovalsStore } from './provider-removals.store';

const STEP = 100;

/** Deletes batches and their files: old ones, and those of a user who is erased. */
@Injectable()
export class DeleteBatches {
  constructor(
    private readonly batches: BatchesStore,
    private readonly files: BatchFilesStore,
    private readonly removals: ProviderRemovalsStore,
    private readonly clock: Clock,
  ) {}

  /** @param signal stops it after a step */
  async expired(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    for (let found = STEP; found === STEP && !signal.aborted;)
      found = await this.files.deleteBefore(before, STEP);
    for (let found = STEP; found === STEP && !signal.aborted;)
      found = await this.batches.deleteBefore(before, STEP);
  }

  /** Deletes all batches and files of a user. What is at a provider is removed by the next round of a worker. */
  async all(owner: Owner): Promise<{ batches: number; batchFiles: number }> {
    const batchFiles = await this.files.deleteAll(owner);
    const batches = await this.batches.deleteAll(owner, (tx, deleted) =>
      this.removals.plan(deleted.flatMap(leftOf), this.clock.now(), tx),
    );
    return { batches, batchFiles };
  }
}

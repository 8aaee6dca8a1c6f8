import { Injectable } from '@nestjs/common';
import { BlobStore } from '@app/storage';
import { TombstoneLog } from './tombstone-log';
import { TombstonesStore } from './tombstones.store';

const STEP = 1_000;

/**
 * Writes waiting tombstones to the log outside the database, after the commit of an erasure and before it is
 * acknowledged. The worker writes those of dead processes and those without a waiting caller.
 */
@Injectable()
export class WriteTombstones {
  private readonly log: TombstoneLog;
  private running: Promise<void> = Promise.resolve();
  private next?: Promise<void>;

  constructor(
    private readonly store: TombstonesStore,
    blobs: BlobStore,
  ) {
    this.log = new TombstoneLog(blobs);
  }

  /**
   * Writes all tombstones that were committed before the call. Calls during a running write share the next one.
   *
   * @throws AppError `unavailable` if the blob store is down: the data stays erased, and the tombstones are written
   * later
   */
  execute(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const pass = this.pass();
      this.running = pass.catch(() => undefined); // Waiting callers receive the error; the next caller does not.
      return pass;
    });
    return this.next;
  }

  private async pass(): Promise<void> {
    for (let found = STEP; found === STEP;) {
      const tombstones = await this.store.waiting(STEP);
      found = tombstones.length;
      if (found === 0) return;
      await this.log.append(tombstones);
      await this.store.written(tombstones);
    }
  }
}

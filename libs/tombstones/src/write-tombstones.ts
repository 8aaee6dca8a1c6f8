import { Injectable } from '@nestjs/common';
import { BlobStore } from '@app/storage';
import { TombstoneLog } from './tombstone-log';
import { TombstonesStore } from './tombstones.store';

const STEP = 1_000;

/**
 * Writes the tombstones that wait to the log outside the database: after the commit of an erasure, before it is
 * acknowledged. What nobody waits for, and what a process that died has left, the worker writes.
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
   * All that was committed before. Calls that come while one writes share the next.
   *
   * @throws AppError `unavailable` where the blob store is down: what was erased stays so, and is noted later
   */
  execute(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const pass = this.pass();
      this.running = pass.catch(() => undefined); // Whoever waits for it is told; who comes next is not.
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

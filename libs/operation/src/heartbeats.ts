import { Injectable } from '@nestjs/common';
import { newId, VERSION } from '@app/common';
import { WorkersStore, type SeenWorker } from './workers.store';

/** How often a worker stores its heartbeat. */
export const HEARTBEAT_MS = 10_000;
/** A worker without a heartbeat for this time counts as gone: it missed several. */
const GONE_AFTER_S = 60;

/** The heartbeats of worker processes, by which operators see which workers run and what they serve. */
@Injectable()
export class Heartbeats {
  private readonly id = newId();

  constructor(private readonly store: WorkersStore) {}

  /** Stores that this process runs and serves these queues. */
  beat(queues: readonly string[]): Promise<void> {
    return this.store.beat({ id: this.id, queues: [...queues], version: VERSION });
  }

  /** Removes this process, which stops. */
  end(): Promise<void> {
    return this.store.remove(this.id);
  }

  /** Returns the workers that run. */
  workers(): Promise<SeenWorker[]> {
    return this.store.seenWithin(GONE_AFTER_S);
  }
}

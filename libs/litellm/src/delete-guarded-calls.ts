import { Injectable } from '@nestjs/common';
import { Clock, type Owner } from '@app/common';
import { GuardedCallsStore } from './guarded-calls.store';

const STEP = 500;

/** Deletes what restores the answers of guarded calls: of expired calls, and of a user who is erased. */
@Injectable()
export class DeleteGuardedCalls {
  constructor(
    private readonly store: GuardedCallsStore,
    private readonly clock: Clock,
  ) {}

  /** @param signal stops it after a step */
  async expired(signal: AbortSignal): Promise<void> {
    for (let found = STEP; found === STEP && !signal.aborted;)
      found = await this.store.deleteExpired(this.clock.now(), STEP);
  }

  /** @returns the number of deleted calls */
  all(owner: Owner): Promise<number> {
    return this.store.deleteAll(owner);
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, type Owner } from '@app/common';
import { MappingKeysStore } from './mapping-keys.store';
import { dayOf, VALID_DAYS } from './sealed-mappings';

const STEP = 500;

/** Destroys the keys of sealed mappings that have expired, and those of a user who is erased. */
@Injectable()
export class DeleteMappingKeys {
  constructor(
    private readonly keys: MappingKeysStore,
    private readonly clock: Clock,
  ) {}

  /** Destroys each key when its last mapping has expired. @param signal stops it after a step */
  async expired(signal: AbortSignal): Promise<void> {
    // A mapping that was sealed at the end of a day expires at the end of the last day.
    const first = dayOf(this.clock.now()) - VALID_DAYS;
    for (let found = STEP; found === STEP && !signal.aborted;)
      found = await this.keys.destroyBefore(first, STEP);
  }

  /** Nothing opens the user's mappings then. @returns the number of destroyed keys */
  all(owner: Owner): Promise<number> {
    return this.keys.destroyAll(owner);
  }
}

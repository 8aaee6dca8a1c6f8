import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Batch } from '@app/common';
import { runTogether, type ScopedStatements, type Statement } from '@app/database';
import { CountedCallsStore, type UsageInput } from '@app/usage';
import type { Reservation } from './reservation';
import { endingOf } from './spending.store';

/** A model call that has ended, with its budget reservation if budgets apply. */
export interface EndedCall extends UsageInput {
  reservation?: Reservation | undefined;
}

/** The number of calls that one transaction stores. */
const BATCH_CALLS = 100;

/** Stores calls that have ended: entry of the audit trail, usage and end of the reservation together. */
@Injectable()
export class EndedCallsStore {
  private readonly batch = new Batch<ScopedStatements, void>({
    work: async (calls) => {
      await runTogether(this.db, calls);
      return calls.map(() => undefined);
    },
    room: BATCH_CALLS,
  });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly counted: CountedCallsStore,
  ) {}

  /** Stores a call without other stored data, batched with concurrent ones. */
  record(call: EndedCall): Promise<void> {
    return this.batch.add({ scope: call.owner, statements: this.recording(call) });
  }

  /** Returns the statements that store a call, for a store that runs them with its own. Idempotent. */
  recording({ reservation, ...call }: EndedCall): Statement[] {
    return [...this.counted.recording(call), ...(reservation ? [endingOf(call.owner, reservation.id)] : [])];
  }
}

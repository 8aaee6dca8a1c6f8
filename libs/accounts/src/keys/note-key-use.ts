import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Clock, Transactions, type Owner } from '@app/common';
import { ApiKeysStore } from './api-keys.store';

/** A key that calls, and the UTC day (`YYYY-MM-DD`) of the last call that was noted. */
export interface UsedKey extends Owner {
  id: string;
  lastUsedOn: string | null;
}

/** Notes the days on which a key is used: its first call of a day becomes an entry of the trail, the others cost nothing. */
@Injectable()
export class NoteKeyUse {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ id, userId, organizationId, lastUsedOn }: UsedKey): Promise<void> {
    const today = this.clock.now().toISOString().slice(0, 10);
    if (lastUsedOn !== null && lastUsedOn >= today) return;
    await this.transactions.run(async (tx) => {
      // Of calls at the same moment one is the first.
      if (!(await this.keys.noteUse(tx, { id, organizationId }, today))) return;
      const subject = { type: 'api_key', id } as const;
      await this.trail.record(tx, { action: 'key.use', userId, organizationId, subject });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Clock, Transactions, type Owner } from '@app/common';
import { ApiKeysStore } from './api-keys.store';

/** A calling key, and the UTC day (`YYYY-MM-DD`) of its last recorded call. */
export interface UsedKey extends Owner {
  id: string;
  lastUsedOn: string | null;
}

/**
 * Records the days on which a key is used. The first call of a day adds an entry to the audit trail; later calls cost
 * nothing.
 */
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
    await this.transactions.runFor({ organizationId }, async (tx) => {
      // Only one of several concurrent calls is recorded.
      if (!(await this.keys.noteUse(tx, { id, organizationId }, today))) return;
      const subject = { type: 'api_key', id } as const;
      await this.trail.record(tx, { action: 'key.use', userId, organizationId, subject });
    });
  }
}

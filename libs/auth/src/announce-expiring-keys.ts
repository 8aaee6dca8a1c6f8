import { Injectable } from '@nestjs/common';
import { ApiKeysStore } from '@app/accounts';
import { ALL_OWNERS, Transactions, type Transaction } from '@app/common';
import { OrganizationEvents } from '@app/webhooks';

const BEFORE_MS = 7 * 24 * 60 * 60_000;
/** The number of keys that one transaction announces. */
const BATCH = 100;

/** Notifies organizations once of each API key that expires within seven days. */
@Injectable()
export class AnnounceExpiringKeys {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysStore,
    private readonly events: OrganizationEvents,
  ) {}

  /** @param signal stops it after the current batch */
  async execute(signal: AbortSignal): Promise<void> {
    for (let told = BATCH; told === BATCH && !signal.aborted;)
      told = await this.transactions.runFor(ALL_OWNERS, (tx) => this.batch(tx));
  }

  private async batch(tx: Transaction): Promise<number> {
    const expiring = await this.keys.takeExpiring(tx, { withinMs: BEFORE_MS, limit: BATCH });
    for (const { id, organizationId, expiresAt } of expiring)
      await this.events.emit(tx, {
        type: 'key.expiring',
        organizationId,
        data: { key_id: id, expires_at: expiresAt.toISOString() },
      });
    return expiring.length;
  }
}

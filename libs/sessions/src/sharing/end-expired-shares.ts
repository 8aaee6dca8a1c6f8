import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions } from '@app/common';
import { SharesStore } from './shares.store';

const STEP = 100;

/** Deletes links to chats that have expired. */
@Injectable()
export class EndExpiredShares {
  constructor(
    private readonly store: SharesStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /** @param signal stops it after a link */
  async execute(signal: AbortSignal): Promise<void> {
    for (let ended = STEP; ended === STEP && !signal.aborted;) {
      const expired = await this.store.expired(STEP);
      ended = 0;
      for (const { chatId, ...owner } of expired)
        if (
          !signal.aborted &&
          (await this.transactions.runFor(owner, async (tx) => {
            if (!(await this.store.delete(tx, owner, chatId, true))) return false;
            const { organizationId } = owner;
            const subject = { type: 'chat', id: chatId } as const;
            await this.trail.record(tx, {
              action: 'chat.unshare',
              reason: 'expired',
              subject,
              organizationId,
            });
            return true;
          }))
        )
          ended += 1;
    }
  }
}

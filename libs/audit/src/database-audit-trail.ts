import { newId, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import type { Actor } from './actor';
import type { AuditEvent } from './audit-event';
import { AuditTrail } from './audit-trail';

/** Without RETURNING: the role that writes need not be able to read. */
const INSERT = `
  INSERT INTO audit_events
    (id, actor, actor_id, account, action, outcome, reason, organization_id, subject_type, subject_id, counts,
     address_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** The trail in PostgreSQL, whose table refuses every change. */
export class DatabaseAuditTrail extends AuditTrail {
  /** @param actor who acts at this moment */
  constructor(private readonly actor: () => Actor) {
    super();
  }

  async record(transaction: Transaction, event: AuditEvent): Promise<void> {
    const tx = managerOf(transaction);
    const { kind, userId, account }: Actor =
      event.userId === undefined ? this.actor() : { kind: 'user', userId: event.userId };
    await tx.query(INSERT, [
      newId(),
      kind,
      userId,
      account,
      event.action,
      event.outcome ?? 'done',
      event.reason,
      event.organizationId,
      event.subject?.type,
      event.subject?.id,
      event.counts,
      event.addressHash,
    ]);
  }
}

import { newId, type Transaction } from '@app/common';
import type { Actor, AuditEvent } from './audit-event';
import type { AuditStore, NewAuditEvent } from './audit.store';

/** Records who did what. */
export abstract class AuditTrail {
  /** Records an action in the caller's transaction, so that the action and its entry commit together or not at all. */
  abstract record(tx: Transaction, event: AuditEvent): Promise<void>;

  /** Records an action that changes nothing, such as a read or a refusal. */
  abstract recordAlone(event: AuditEvent): Promise<void>;
}

/** The trail in PostgreSQL. */
export class DatabaseAuditTrail extends AuditTrail {
  /** @param actor returns who acts at this moment */
  constructor(
    private readonly store: AuditStore,
    private readonly actor: () => Actor,
  ) {
    super();
  }

  record(tx: Transaction, event: AuditEvent): Promise<void> {
    return this.store.insert(this.entry(event), tx);
  }

  recordAlone(event: AuditEvent): Promise<void> {
    return this.store.insert(this.entry(event));
  }

  private entry({ userId, subject, ...event }: AuditEvent): NewAuditEvent {
    const actor: Actor = userId === undefined ? this.actor() : { kind: 'user', userId };
    return {
      id: newId(),
      actor: actor.kind,
      actorId: actor.userId ?? null,
      account: actor.account ?? null,
      action: event.action,
      outcome: event.outcome ?? 'done',
      reason: event.reason ?? null,
      organizationId: event.organizationId ?? null,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      counts: event.counts ?? null,
      addressHash: event.addressHash ?? null,
    };
  }
}

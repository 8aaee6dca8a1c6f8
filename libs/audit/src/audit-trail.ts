import { newId, type Transaction } from '@app/common';
import type { Actor, AuditEvent } from './audit-event';
import type { AuditStore, NewAuditEvent } from './audit.store';

/** Where it is written down who did what. */
export abstract class AuditTrail {
  /** Part of the caller's transaction: what was done and that it was done commit together, or neither does. */
  abstract record(tx: Transaction, event: AuditEvent): Promise<void>;

  /** Of what changes nothing: a look at something, or a refusal. */
  abstract recordAlone(event: AuditEvent): Promise<void>;
}

/** The trail in PostgreSQL. */
export class DatabaseAuditTrail extends AuditTrail {
  /** @param actor who acts at this moment */
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

import { Injectable } from '@nestjs/common';
import type { AuditFilter } from './audit-event';
import type { AuditEventRow } from './audit-event.entity';
import { AuditStore } from './audit.store';

export interface ListedAuditEvent {
  at: Date;
  /** `user`, `service`, `nobody` (no login), or `operator` with the account of the machine. */
  actor: string;
  user: string | null;
  action: string;
  outcome: string;
  reason: string | null;
  organization: string | null;
  /** `type:id`. */
  subject: string | null;
  counts: Readonly<Record<string, number>> | null;
  address_hash: string | null;
}

/** What the trail holds, newest first. */
@Injectable()
export class ListAuditEvents {
  constructor(private readonly store: AuditStore) {}

  async execute(filter: AuditFilter): Promise<ListedAuditEvent[]> {
    return (await this.store.list(filter)).map(listed);
  }
}

const listed = (row: AuditEventRow): ListedAuditEvent => ({
  at: row.at,
  actor: row.account === null ? row.actor : `${row.actor} ${row.account}`,
  user: row.actorId,
  action: row.action,
  outcome: row.outcome,
  reason: row.reason,
  organization: row.organizationId,
  subject: row.subjectType === null ? null : `${row.subjectType}:${row.subjectId}`,
  counts: row.counts,
  address_hash: row.addressHash,
});

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditEventRow } from './audit-event.entity';

export interface AuditFilter {
  /** At this time or later. */
  since?: Date;
  /** And before this time. */
  until?: Date;
  /** Exact, or a noun such as `job` for all that is done to it. */
  action?: string;
  outcome?: string;
  /** The user who acted. */
  userId?: string;
  organizationId?: string;
  subjectId?: string;
  limit: number;
}

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
  counts: Record<string, number> | null;
  address_hash: string | null;
}

/** What the trail holds, newest first. */
@Injectable()
export class ListAuditEvents {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async execute({ since, until, action, limit, ...equal }: AuditFilter): Promise<ListedAuditEvent[]> {
    const query = this.db.manager
      .createQueryBuilder(AuditEventRow, 'event')
      .orderBy('event.at', 'DESC')
      .addOrderBy('event.id', 'DESC')
      .limit(limit);
    if (since) query.andWhere('event.at >= :since', { since });
    if (until) query.andWhere('event.at < :until', { until });
    if (action)
      query.andWhere(`(event.action = :action OR event.action LIKE :noun)`, { action, noun: `${action}.%` });
    if (equal.outcome) query.andWhere('event.outcome = :outcome', equal);
    if (equal.userId) query.andWhere('event.actorId = :userId', equal);
    if (equal.organizationId) query.andWhere('event.organizationId = :organizationId', equal);
    if (equal.subjectId) query.andWhere('event.subjectId = :subjectId', equal);
    return (await query.getMany()).map(listed);
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

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { AuditEventRow } from './audit-event.entity';
import type { AuditFilter } from './audit-event';

/** Without RETURNING: the role that writes need not be able to read. */
const INSERT = `
  INSERT INTO audit_events
    (id, actor, actor_id, account, action, outcome, reason, organization_id, subject_type, subject_id, counts,
     address_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/** A new entry; the database sets its time. */
export type NewAuditEvent = Omit<AuditEventRow, 'at'>;

/** The rows of the audit trail, whose table refuses every change. */
@Injectable()
export class AuditStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @param tx not given: the entry stands for itself */
  async insert(row: NewAuditEvent, tx?: Transaction): Promise<void> {
    await (tx ? managerOf(tx) : this.db.manager).query(INSERT, [
      row.id,
      row.actor,
      row.actorId,
      row.account,
      row.action,
      row.outcome,
      row.reason,
      row.organizationId,
      row.subjectType,
      row.subjectId,
      row.counts,
      row.addressHash,
    ]);
  }

  /** Newest first. */
  list({ since, until, action, limit, ...equal }: AuditFilter): Promise<AuditEventRow[]> {
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
    return query.getMany();
  }

  /**
   * Deletes the oldest entries from before a time, `limit` at most. The role needs the right to delete.
   *
   * @returns how many
   */
  async prune(transaction: Transaction, before: Date, limit: number): Promise<number> {
    const tx = managerOf(transaction);
    // What the table's trigger asks for, in this transaction alone.
    await tx.query(`SELECT set_config('privacy_chat.prune_audit', 'yes', true)`);
    const [, count] = await tx.query<[unknown[], number]>(
      `DELETE FROM audit_events WHERE id IN (
         SELECT id FROM audit_events WHERE at < $1 ORDER BY at LIMIT $2)`,
      [before, limit],
    );
    return count;
  }
}

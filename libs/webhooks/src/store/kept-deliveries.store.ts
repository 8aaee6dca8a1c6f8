import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import { AttemptRow, DeliveryRow } from './webhooks.entities';

/** Whose event: its subject, such as a job, and the organization that has it. */
export interface EventSubject {
  id: string;
  organizationId: string;
}

export interface PendingDeliveries {
  first: number;
  retry: number;
}

/** What is kept of events and their deliveries, and its end. What works on them is `DeliveriesStore`. */
@Injectable()
export class KeptDeliveries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  find({ id: subjectId, organizationId }: EventSubject): Promise<DeliveryRow | null> {
    return inScope(this.db, { organizationId }, (tx) =>
      tx.findOneBy(DeliveryRow, { subjectId, organizationId }),
    );
  }

  ofSubjects(organizationId: string, subjectIds: readonly string[]): Promise<DeliveryRow[]> {
    return inScope(this.db, { organizationId }, (tx) =>
      tx.findBy(DeliveryRow, { organizationId, subjectId: In(subjectIds) }),
    );
  }

  /** In the order in which they were made. */
  attempts({ id, organizationId }: Pick<DeliveryRow, 'id' | 'organizationId'>): Promise<AttemptRow[]> {
    return inScope(this.db, { organizationId }, (tx) =>
      tx.find(AttemptRow, { where: { deliveryId: id }, order: { at: 'ASC' } }),
    );
  }

  /** The data key of an event's subject; undefined where it is gone. */
  async keyOf(subjectId: string): Promise<DataKey | undefined> {
    return (await this.keysOf([subjectId])).get(subjectId);
  }

  /** Those of them that are there. */
  keysOf(subjectIds: readonly string[]): Promise<Map<string, DataKey>> {
    return this.keys.loadAll(this.db.manager, subjectIds);
  }

  /** Whether a delivery is due that nobody works on. */
  async areDue(): Promise<boolean> {
    const due = statement(
      `SELECT FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now()
         AND (lease_until IS NULL OR lease_until <= now()) LIMIT 1`,
      [],
    );
    return (await runOnce(this.db, due, ALL_OWNERS)).count > 0;
  }

  /**
   * How many wait for their first attempt, and how many failed and wait for another.
   *
   * @param organizationId not given: of everybody
   */
  async countPending(organizationId?: string): Promise<PendingDeliveries> {
    const pending = statement(
      `SELECT count(*) FILTER (WHERE failures = 0)::int AS first,
              count(*) FILTER (WHERE failures > 0)::int AS retry
       FROM webhook_deliveries WHERE state = 'pending' AND ($1::uuid IS NULL OR organization_id = $1)`,
      [organizationId ?? null],
    );
    const scope = organizationId === undefined ? ALL_OWNERS : { organizationId };
    const { rows } = await runOnce<PendingDeliveries>(this.db, pending, scope);
    return rows[0] ?? { first: 0, retry: 0 };
  }

  /** Those of the subjects whose event is still to be delivered. */
  async pendingOf(transaction: Transaction, subjectIds: readonly string[]): Promise<Set<string>> {
    const rows = await managerOf(transaction).query<{ subject_id: string }[]>(
      `SELECT subject_id FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[]) AND state = 'pending'`,
      [subjectIds],
    );
    return new Set(rows.map((row) => row.subject_id));
  }

  /** Subjects whose event ended so long ago that what it carried expires: given up 30 days, or delivered `afterMs` ago. */
  async expiring(transaction: Transaction, afterMs: number, limit: number): Promise<string[]> {
    const rows = await managerOf(transaction).query<{ subject_id: string }[]>(
      `SELECT subject_id FROM webhook_deliveries
       WHERE state <> 'pending' AND body IS NOT NULL AND finished_at <= now() - make_interval(secs => $1)
         AND (state = 'delivered' OR finished_at <= now() - interval '30 days')
       ORDER BY finished_at LIMIT $2`,
      [afterMs / 1000, limit],
    );
    return rows.map((row) => row.subject_id);
  }

  /** Address and body go; state and attempts stay, of jobs. What was not delivered never will be. */
  async deleteContents(transaction: Transaction, subjectIds: readonly string[]): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE webhook_deliveries SET url = NULL, body = NULL,
         state = CASE state WHEN 'pending' THEN 'gone' ELSE state END,
         finished_at = coalesce(finished_at, now())
       WHERE subject_id = ANY($1::uuid[])`,
      [subjectIds],
    );
    // Of an event that is no job's nobody asks any longer.
    await managerOf(transaction).query(
      'DELETE FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[]) AND event_type IS NOT NULL',
      [subjectIds],
    );
  }

  /** An organization's events altogether, those of its jobs apart. */
  async deleteEvents(transaction: Transaction, organizationId: string): Promise<void> {
    const [rows] = await managerOf(transaction).query<[{ subject_id: string }[], number]>(
      `DELETE FROM webhook_deliveries WHERE organization_id = $1 AND event_type IS NOT NULL
       RETURNING subject_id`,
      [organizationId],
    );
    await this.keys.destroy(
      transaction,
      rows.map((row) => row.subject_id),
    );
  }

  /** Events altogether. @returns how many there were */
  async delete(transaction: Transaction, subjectIds: readonly string[]): Promise<number> {
    const [, count] = await managerOf(transaction).query<[unknown[], number]>(
      'DELETE FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return count;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { AdvisoryLock, inScope, managerOf, runOnce, statement, tryLock } from '@app/database';
import { AttemptRow, DeliveryRow } from './webhooks.entities';

/** Identifies an event by its subject, such as a job, and its organization. */
export interface EventSubject {
  id: string;
  organizationId: string;
}

export interface PendingDeliveries {
  first: number;
  retry: number;
}

/** Reads and deletes stored events and deliveries. `DeliveriesStore` processes them. */
@Injectable()
export class StoredDeliveries {
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

  /** Returns attempts in the order of their creation. */
  attempts({ id, organizationId }: Pick<DeliveryRow, 'id' | 'organizationId'>): Promise<AttemptRow[]> {
    return inScope(this.db, { organizationId }, (tx) =>
      tx.find(AttemptRow, { where: { deliveryId: id }, order: { at: 'ASC' } }),
    );
  }

  /** Returns the data key of an event's subject; undefined if it was deleted. */
  async keyOf(subjectId: string): Promise<DataKey | undefined> {
    return (await this.keysOf([subjectId])).get(subjectId);
  }

  /** Returns the existing ones of the keys. */
  keysOf(subjectIds: readonly string[]): Promise<Map<string, DataKey>> {
    return this.keys.loadAll(this.db.manager, subjectIds);
  }

  /** @returns whether this process may sweep; other processes may not until the transaction ends */
  lockSweep(transaction: Transaction): Promise<boolean> {
    return tryLock(transaction, AdvisoryLock.webhookSweep);
  }

  /** Returns whether a due delivery is not leased. */
  async areDue(): Promise<boolean> {
    const due = statement(
      `SELECT FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now()
         AND (lease_until IS NULL OR lease_until <= now()) LIMIT 1`,
      [],
    );
    return (await runOnce(this.db, due, ALL_OWNERS)).count > 0;
  }

  /**
   * Counts deliveries that wait for their first attempt, and those that failed and wait for a retry.
   *
   * @param organizationId if absent, all organizations
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

  /** Returns the subjects with an undelivered event. */
  async pendingOf(transaction: Transaction, subjectIds: readonly string[]): Promise<Set<string>> {
    const rows = await managerOf(transaction).query<{ subject_id: string }[]>(
      `SELECT subject_id FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[]) AND state = 'pending'`,
      [subjectIds],
    );
    return new Set(rows.map((row) => row.subject_id));
  }

  /** Returns subjects with expired content: given up 30 days ago, or delivered `afterMs` ago. */
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

  /** Deletes addresses and bodies. For jobs, state and attempts stay. Pending deliveries are discarded. */
  async deleteContents(transaction: Transaction, subjectIds: readonly string[]): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE webhook_deliveries SET url = NULL, body = NULL,
         state = CASE state WHEN 'pending' THEN 'gone' ELSE state END,
         finished_at = coalesce(finished_at, now())
       WHERE subject_id = ANY($1::uuid[])`,
      [subjectIds],
    );
    // Events that are not of jobs are no longer needed.
    await managerOf(transaction).query(
      'DELETE FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[]) AND event_type IS NOT NULL',
      [subjectIds],
    );
  }

  /** Deletes an organization's events completely, except those of its jobs. */
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

  /**
   * Deletes events completely.
   *
   * @returns the number of events
   */
  async delete(transaction: Transaction, subjectIds: readonly string[]): Promise<number> {
    const [, count] = await managerOf(transaction).query<[unknown[], number]>(
      'DELETE FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return count;
  }
}

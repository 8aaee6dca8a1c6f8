import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Transaction } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { joinKey } from '@app/data-keys';
import { managerOf, runOnce, statement, valueRows } from '@app/database';
import type { AttemptError, DeliveryState } from './webhooks.entities';

/** An event to deliver. */
export interface NewDeliveryRow {
  id: string;
  subjectId: string;
  organizationId: string;
  requestId: string;
  hostKey: string;
  url: Buffer;
  body: Buffer;
  /** Null for the end of a job. */
  eventType: string | null;
  traceparent?: string | undefined;
  errorCode?: string | undefined;
  /** Null if it must be delivered. */
  deliveredAt: Date | null;
}

/** The row of a delivery that this process has just claimed. */
export interface ClaimedDeliveryRow {
  id: string;
  subject_id: string;
  organization_id: string;
  request_id: string;
  host_key: string;
  failures: number;
  slow: boolean;
  /** The number of attempts that the limit of its host left at the claim. */
  host_free: number;
  traceparent: string | null;
  error_code: string | null;
  url: Buffer;
  body: Buffer;
  key_id: string | null;
  wrapped: Buffer | null;
}

/** An attempt and the next state of its delivery. */
export interface SettledAttempt {
  attemptId: string;
  deliveryId: string;
  state: DeliveryState;
  /** Seconds until the next attempt, if there is one. */
  inS: number | null;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: AttemptError | null;
}

export interface RedeliveryRange {
  organizationId: string;
  /** Events from this time on and before `until`. */
  since: Date;
  until: Date;
}

/** Added to an attempt's timeout. After that, another worker may claim the delivery of a dead worker. */
const LEASE_MARGIN_MS = 15_000;

/**
 * Writes a delivery's row from the event to its last attempt. A claim leases a due delivery to a process for one
 * attempt, which ends it or sets the time of the next. `StoredDeliveries` reads and deletes rows.
 */
@Injectable()
export class DeliveriesStore {
  /** Identifies this process in leases. */
  private readonly owner = newId();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
  ) {}

  async publish(transaction: Transaction, events: readonly NewDeliveryRow[]): Promise<void> {
    const { places, values } = valueRows(
      events.map((event) => [
        event.id,
        event.subjectId,
        event.organizationId,
        event.requestId,
        event.hostKey,
        event.url,
        event.body,
        event.deliveredAt ? 'delivered' : 'pending',
        event.eventType,
        event.traceparent ?? null,
        event.errorCode ?? null,
        event.deliveredAt,
      ]),
    );
    await managerOf(transaction).query(
      `INSERT INTO webhook_deliveries
         (id, subject_id, organization_id, request_id, host_key, url, body, state, event_type, traceparent,
          error_code, finished_at)
       VALUES ${places}`,
      values,
    );
  }

  /**
   * Leases due deliveries to this process. Hosts are served round robin, each with at most `WEBHOOK_HOST_CONCURRENCY`
   * concurrent attempts over all workers.
   *
   * @param free the maximum number of deliveries, and of those at hosts that were slow last time
   */
  async claim(free: number, slowFree: number): Promise<ClaimedDeliveryRow[]> {
    const { hostConcurrency, timeoutMs } = this.config;
    const leaseS = (timeoutMs + LEASE_MARGIN_MS) / 1000;
    const values = [this.owner, leaseS, hostConcurrency, free, slowFree];
    return (await runOnce<ClaimedDeliveryRow>(this.db, statement(CLAIM, values), ALL_OWNERS)).rows;
  }

  /** Sets aside a delivery that cannot be decrypted, without counting an attempt. It waits for `afterS` seconds. */
  async setAside(id: string, afterS: number): Promise<void> {
    const aside = statement(
      `UPDATE webhook_deliveries SET lease_owner = NULL, lease_until = NULL,
         next_attempt_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND state = 'pending'`,
      [id, this.owner, afterS],
    );
    await runOnce(this.db, aside, ALL_OWNERS);
  }

  /**
   * Stores attempts and the next states of their deliveries, which this process leases.
   *
   * @param transaction if absent, a separate one
   */
  async settle(attempts: readonly SettledAttempt[], transaction?: Transaction): Promise<void> {
    const column = <K extends keyof SettledAttempt>(name: K) => attempts.map((attempt) => attempt[name]);
    const settled = statement(SETTLE, [
      column('deliveryId'),
      this.owner,
      column('state'),
      column('inS'),
      column('attemptId'),
      column('at'),
      column('statusCode'),
      column('error'),
      column('durationMs'),
    ]);
    if (transaction) await managerOf(transaction).query(settled.text, [...settled.values]);
    else await runOnce(this.db, settled, ALL_OWNERS);
  }

  /** Returns the exhausted deliveries that report a job's end, with its owner. */
  exhaustedJobs(
    transaction: Transaction,
    deliveryIds: readonly string[],
  ): Promise<{ jobId: string; organizationId: string }[]> {
    return managerOf(transaction).query(
      `SELECT subject_id AS "jobId", organization_id AS "organizationId" FROM webhook_deliveries
       WHERE id = ANY($1::uuid[]) AND state = 'exhausted' AND event_type IS NULL`,
      [deliveryIds],
    );
  }

  /** Stores whether a host was slow. */
  async rememberHost(hostKey: string, slow: boolean): Promise<void> {
    await this.db.query('UPDATE webhook_hosts SET slow = $2 WHERE host_key = $1', [hostKey, slow]);
  }

  /** Returns the delivery of an event, locked until the transaction ends; undefined if there is none. */
  async lock(
    transaction: Transaction,
    { id: subjectId, organizationId }: { id: string; organizationId: string },
  ): Promise<{ id: string; url: Buffer | null; running: boolean } | undefined> {
    const [delivery] = await managerOf(transaction).query<
      { id: string; url: Buffer | null; running: boolean }[]
    >(
      `SELECT id, url, coalesce(lease_until > now(), false) AS running
       FROM webhook_deliveries WHERE subject_id = $1 AND organization_id = $2 FOR UPDATE`,
      [subjectId, organizationId],
    );
    return delivery;
  }

  /** Restarts the schedule of a delivery, with an address. */
  async restart(
    transaction: Transaction,
    {
      id,
      organizationId,
      hostKey,
      url,
    }: { id: string; organizationId: string; hostKey: string; url: Buffer },
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE webhook_deliveries SET ${RESTARTED}, host_key = $2, url = $3
       WHERE id = $1 AND organization_id = $4`,
      [id, hostKey, url, organizationId],
    );
  }

  /**
   * Restarts the schedule of an organization's events, except those that were deleted or are being delivered.
   *
   * @returns the subjects of those events
   */
  async restartRange(
    transaction: Transaction,
    { organizationId, since, until, exceptHost }: RedeliveryRange & { exceptHost: string },
  ): Promise<string[]> {
    const [rows] = await managerOf(transaction).query<[{ subject_id: string }[], number]>(
      `UPDATE webhook_deliveries SET ${RESTARTED}
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND body IS NOT NULL
         AND host_key <> $4 AND (lease_until IS NULL OR lease_until <= now())
       RETURNING subject_id`,
      [organizationId, since, until, exceptHost],
    );
    return rows.map((row) => row.subject_id);
  }
}

const RESTARTED = `state = 'pending', failures = 0, next_attempt_at = now(), finished_at = NULL,
  lease_owner = NULL, lease_until = NULL`;

/**
 * $1 owner, $2 lease in seconds, $3 concurrent attempts per host, $4 free slots, $5 of them for slow hosts. The limit
 * per host applies over all workers: concurrent claims select from the front of the same order, as many as the limit
 * leaves, and the second skips the rows that the first has locked. Losing a claim with the database's last moments is
 * harmless, so the commit does not wait for a flush.
 */
const CLAIM = `
  WITH RECURSIVE hosts AS (
    (SELECT host_key FROM webhook_deliveries WHERE state = 'pending' ORDER BY host_key LIMIT 1)
    UNION ALL
    SELECT (SELECT next.host_key FROM webhook_deliveries next
            WHERE next.state = 'pending' AND next.host_key > hosts.host_key ORDER BY next.host_key LIMIT 1)
    FROM hosts WHERE hosts.host_key IS NOT NULL
  ), room AS (
    SELECT hosts.host_key, known.served_at, coalesce(known.slow, false) AS slow,
      $3::int - (SELECT count(*)::int FROM webhook_deliveries running
                 WHERE running.lease_owner IS NOT NULL AND running.host_key = hosts.host_key
                   AND running.lease_until > now()) AS host_free
    FROM hosts LEFT JOIN webhook_hosts known ON known.host_key = hosts.host_key
    WHERE hosts.host_key IS NOT NULL
  ), due AS (
    SELECT first.id, room.host_key, room.slow, room.host_free, room.served_at,
      row_number() OVER (PARTITION BY room.host_key ORDER BY first.next_attempt_at, first.id) AS round
    FROM room CROSS JOIN LATERAL (
      SELECT id, next_attempt_at FROM webhook_deliveries
      WHERE state = 'pending' AND host_key = room.host_key AND next_attempt_at <= now()
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY next_attempt_at, id LIMIT greatest(least(room.host_free, $4::int), 0)
    ) first
    WHERE room.host_free > 0
  ), chosen AS (
    SELECT id, host_key, slow, host_free FROM (
      SELECT *, row_number() OVER (PARTITION BY slow ORDER BY round, served_at NULLS FIRST, host_key) AS nth FROM due
    ) ranked
    WHERE NOT slow OR nth <= $5::int
    ORDER BY round, served_at NULLS FIRST, host_key LIMIT $4::int
  ), served AS (
    INSERT INTO webhook_hosts (host_key, served_at)
    SELECT host_key, clock_timestamp() FROM chosen GROUP BY host_key ORDER BY host_key
    ON CONFLICT (host_key) DO UPDATE SET served_at = excluded.served_at
  ), locked AS (
    SELECT id, slow, host_free, key_id, wrapped
    FROM webhook_deliveries JOIN chosen USING (id) ${joinKey('webhook_deliveries.subject_id')}
    WHERE state = 'pending' AND next_attempt_at <= now() AND body IS NOT NULL
      AND (lease_until IS NULL OR lease_until <= now())
    FOR UPDATE OF webhook_deliveries SKIP LOCKED
  ), light AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  )
  UPDATE webhook_deliveries d SET lease_owner = $1, lease_until = now() + make_interval(secs => $2)
  FROM locked, light WHERE d.id = locked.id
  RETURNING d.id, d.subject_id, d.organization_id, d.request_id, d.host_key, d.failures, d.traceparent, d.error_code, d.url, d.body,
    locked.slow, locked.host_free, locked.key_id, locked.wrapped`;

/** $2 owner. An attempt is also recorded if the lease was lost meanwhile, because it took place. */
const SETTLE = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $3::text[], $4::float8[]) AS ending (id, state, in_s)
  ), held AS MATERIALIZED (
    SELECT d.id, ending.state, ending.in_s FROM webhook_deliveries d
    JOIN ending ON d.id = ending.id AND d.lease_owner = $2::uuid
    ORDER BY d.id FOR UPDATE OF d
  ), settled AS (
    UPDATE webhook_deliveries d SET
      state = held.state,
      failures = failures + CASE WHEN held.state = 'delivered' THEN 0 ELSE 1 END,
      next_attempt_at = coalesce(now() + make_interval(secs => held.in_s), next_attempt_at),
      finished_at = CASE WHEN held.state = 'pending' THEN NULL ELSE now() END,
      lease_owner = NULL, lease_until = NULL
    FROM held WHERE d.id = held.id
  )
  INSERT INTO webhook_attempts (id, delivery_id, at, status_code, error, duration_ms)
  SELECT attempt.* FROM unnest($5::uuid[], $1::uuid[], $6::timestamptz[], $7::smallint[], $8::text[], $9::integer[])
    AS attempt (id, delivery_id, at, status_code, error, duration_ms)
  JOIN webhook_deliveries d ON d.id = attempt.delivery_id
  ON CONFLICT DO NOTHING`;

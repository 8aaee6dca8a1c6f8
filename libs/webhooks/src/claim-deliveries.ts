import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { openEach, UNREADABLE_DELAY_S } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log, runInContext } from '@app/observability';
import { bodyPlace, urlPlace } from './places';
import { SigningSecrets } from './signing-secrets';

export interface ClaimedDelivery {
  id: string;
  requestId: string;
  subjectId: string;
  failures: number;
  hostKey: string;
  slow: boolean;
  /** With it a bound was reached: others may wait for this attempt to end. */
  last: boolean;
  url: string;
  body: Buffer;
  secrets: readonly string[];
}

interface Row {
  id: string;
  subject_id: string;
  organization_id: string;
  request_id: string;
  host_key: string;
  failures: number;
  slow: boolean;
  /** Attempts that the bound of its host left at the claim. */
  places: number;
  url: Buffer;
  body: Buffer;
  key_id: string | null;
  wrapped: Buffer | null;
}

/** Added to an attempt's time-out: after this a delivery whose worker died is anybody's. */
const LEASE_MARGIN_MS = 15_000;

/**
 * Takes due deliveries. Hosts are served in turn, each with at most `WEBHOOK_HOST_CONCURRENCY` attempts at
 * once over all workers; hosts that were slow last time share half of a worker's places, so that the others
 * always find one.
 */
@Injectable()
export class ClaimDeliveries {
  /** This process, in leases. */
  readonly owner = newId();
  /** Attempts at slow hosts that run in this process. */
  private slowRunning = 0;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly keys: DataKeys,
    private readonly secrets: SigningSecrets,
    private readonly log: Log,
  ) {}

  async execute(free: number): Promise<ClaimedDelivery[]> {
    const { hostConcurrency, concurrency, timeoutMs } = this.config;
    const slowFree = Math.max(Math.floor(concurrency / 2) - this.slowRunning, 0);
    const [rows] = await this.db.query<[Row[], number]>(CLAIM, [
      this.owner,
      (timeoutMs + LEASE_MARGIN_MS) / 1000,
      hostConcurrency,
      free,
      slowFree,
    ]);
    const deliveries = rows.length > 0 ? await this.open(rows, slowFree) : [];
    this.slowRunning += deliveries.filter(({ slow }) => slow).length;
    return deliveries;
  }

  /** A claimed delivery is done with. */
  release({ slow }: ClaimedDelivery): void {
    if (slow) this.slowRunning -= 1;
  }

  private async open(rows: readonly Row[], slowFree: number): Promise<ClaimedDelivery[]> {
    const slow = rows.filter((row) => row.slow).length;
    const toHost = (key: string): number => rows.filter((row) => row.host_key === key).length;
    const secrets = await this.secrets.forAll([...new Set(rows.map((row) => row.organization_id))]);
    const { opened, unreadable } = openEach(rows, (row) => {
      const key = this.keys.readPresent(row.subject_id, row);
      const signing = secrets.get(row.organization_id);
      if (!signing) throw new Error('The signing secret of an organization cannot be read');
      return {
        id: row.id,
        requestId: row.request_id,
        subjectId: row.subject_id,
        failures: row.failures,
        hostKey: row.host_key,
        slow: row.slow,
        last: toHost(row.host_key) >= row.places || (row.slow && slow >= slowFree),
        url: key.openText(row.url, urlPlace(row.id)),
        body: key.open(row.body, bodyPlace(row.id)),
        secrets: signing,
      };
    });
    for (const { row, error } of unreadable) await this.setAside(row, error);
    return opened;
  }

  /** Its key is missing, or it was damaged: it waits until that is mended, and costs nobody else's delivery. */
  private async setAside({ id, ...row }: Row, error: unknown): Promise<void> {
    runInContext({ requestId: row.request_id, jobId: row.subject_id }, () =>
      this.log.error('webhook.unreadable', error, { deliveryId: id }),
    );
    await this.db.query(
      `UPDATE webhook_deliveries SET lease_owner = NULL, lease_until = NULL,
         next_attempt_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND state = 'pending'`,
      [id, this.owner, UNREADABLE_DELAY_S],
    );
  }
}

/**
 * $1 owner, $2 lease in seconds, $3 attempts at once per host, $4 free places, $5 of them for slow hosts.
 * The bound per host holds over all workers: claims at the same time choose from the front of one and the same
 * order, as many as the bound leaves, and the second passes over what the first has locked.
 * A claim that is lost with the database's last moments does no harm: so no flush is waited for.
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
                   AND running.lease_until > now()) AS places
    FROM hosts LEFT JOIN webhook_hosts known ON known.host_key = hosts.host_key
    WHERE hosts.host_key IS NOT NULL
  ), due AS (
    SELECT first.id, room.host_key, room.slow, room.places, room.served_at,
      row_number() OVER (PARTITION BY room.host_key ORDER BY first.next_attempt_at, first.id) AS round
    FROM room CROSS JOIN LATERAL (
      SELECT id, next_attempt_at FROM webhook_deliveries
      WHERE state = 'pending' AND host_key = room.host_key AND next_attempt_at <= now()
        AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY next_attempt_at, id LIMIT greatest(least(room.places, $4::int), 0)
    ) first
    WHERE room.places > 0
  ), chosen AS (
    SELECT id, host_key, slow, places FROM (
      SELECT *, row_number() OVER (PARTITION BY slow ORDER BY round, served_at NULLS FIRST, host_key) AS place FROM due
    ) ranked
    WHERE NOT slow OR place <= $5::int
    ORDER BY round, served_at NULLS FIRST, host_key LIMIT $4::int
  ), served AS (
    INSERT INTO webhook_hosts (host_key, served_at)
    SELECT host_key, clock_timestamp() FROM chosen GROUP BY host_key ORDER BY host_key
    ON CONFLICT (host_key) DO UPDATE SET served_at = excluded.served_at
  ), locked AS (
    SELECT id, slow, places, key_id, wrapped
    FROM webhook_deliveries JOIN chosen USING (id) LEFT JOIN data_keys USING (subject_id)
    WHERE state = 'pending' AND next_attempt_at <= now() AND body IS NOT NULL
      AND (lease_until IS NULL OR lease_until <= now())
    FOR UPDATE OF webhook_deliveries SKIP LOCKED
  ), light AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  )
  UPDATE webhook_deliveries d SET lease_owner = $1, lease_until = now() + make_interval(secs => $2)
  FROM locked, light WHERE d.id = locked.id
  RETURNING d.id, d.subject_id, d.organization_id, d.request_id, d.host_key, d.failures, d.url, d.body,
    locked.slow, locked.places, locked.key_id, locked.wrapped`;

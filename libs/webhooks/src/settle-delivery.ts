import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Batch, newId } from '@app/common';
import type { ClaimedDelivery } from './claim-deliveries';
import type { Attempt, Verdict } from './outcome';

export interface Settlement extends Attempt {
  at: Date;
  durationMs: number;
}

/** What is written down of one attempt. */
interface Settling extends Settlement {
  attemptId: string;
  deliveryId: string;
  owner: string;
  state: Verdict['state'];
  inS: number | null;
}

/** From here on a host counts as slow: its attempts hold places for long. */
const SLOW_MS = 2_000;
/** Attempts that are written down in one statement. */
const ROOM = 100;

/** Writes down an attempt and what becomes of its delivery, in one statement with others that end just now. */
@Injectable()
export class SettleDelivery {
  private readonly batch = new Batch<Settling, void>({
    work: (attempts) => this.write(attempts),
    room: ROOM,
  });

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async execute(
    { id, hostKey, slow }: ClaimedDelivery,
    owner: string,
    settlement: Settlement,
    verdict: Verdict,
  ): Promise<void> {
    await this.batch.add({
      ...settlement,
      attemptId: newId(),
      deliveryId: id,
      owner,
      state: verdict.state,
      inS: verdict.state === 'pending' ? verdict.inMs / 1000 : null,
    });
    const isSlow = settlement.durationMs >= SLOW_MS;
    if (isSlow !== slow)
      await this.db.query('UPDATE webhook_hosts SET slow = $2 WHERE host_key = $1', [hostKey, isSlow]);
  }

  private async write(attempts: readonly Settling[]): Promise<void[]> {
    const column = <K extends keyof Settling>(name: K) => attempts.map((attempt) => attempt[name]);
    await this.db.query(SETTLE, [
      column('deliveryId'),
      column('owner'),
      column('state'),
      column('inS'),
      column('attemptId'),
      column('at'),
      column('statusCode'),
      column('error'),
      column('durationMs'),
    ]);
    return attempts.map(() => undefined);
  }
}

/** An attempt is recorded also where the lease was lost meanwhile, since it took place. */
const SETTLE = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[]) AS ending (id, owner, state, in_s)
  ), held AS MATERIALIZED (
    SELECT d.id, ending.state, ending.in_s FROM webhook_deliveries d
    JOIN ending ON d.id = ending.id AND d.lease_owner = ending.owner
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

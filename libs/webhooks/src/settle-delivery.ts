import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId } from '@app/common';
import type { ClaimedDelivery } from './claim-deliveries';
import type { Attempt, Verdict } from './outcome';

export interface Settlement extends Attempt {
  at: Date;
  durationMs: number;
}

/** From here on a host counts as slow: its attempts hold places for long. */
const SLOW_MS = 2_000;

/** Writes down an attempt and what becomes of its delivery, in one statement. */
@Injectable()
export class SettleDelivery {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async execute(
    { id, hostKey, slow }: ClaimedDelivery,
    owner: string,
    { at, durationMs, statusCode, error }: Settlement,
    verdict: Verdict,
  ): Promise<void> {
    const inMs = verdict.state === 'pending' ? verdict.inMs : null;
    await this.db.query(SETTLE, [
      id,
      owner,
      verdict.state,
      inMs === null ? null : inMs / 1000,
      newId(),
      at,
      statusCode,
      error,
      durationMs,
    ]);
    const isSlow = durationMs >= SLOW_MS;
    if (isSlow !== slow)
      await this.db.query('UPDATE webhook_hosts SET slow = $2 WHERE host_key = $1', [hostKey, isSlow]);
  }
}

/** The attempt is recorded also where the lease was lost meanwhile, since it took place. */
const SETTLE = `
  WITH settled AS (
    UPDATE webhook_deliveries SET
      state = $3,
      failures = failures + CASE WHEN $3 = 'delivered' THEN 0 ELSE 1 END,
      next_attempt_at = CASE WHEN $4::float8 IS NULL THEN next_attempt_at
                             ELSE now() + make_interval(secs => $4::float8) END,
      finished_at = CASE WHEN $3 = 'pending' THEN NULL ELSE now() END,
      lease_owner = NULL, lease_until = NULL
    WHERE id = $1 AND lease_owner = $2
  )
  INSERT INTO webhook_attempts (id, delivery_id, at, status_code, error, duration_ms)
  SELECT $5, d.id, $6, $7, $8, $9 FROM webhook_deliveries d WHERE d.id = $1`;

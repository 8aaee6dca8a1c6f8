import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { runOnce, statement } from '@app/database';
import type { AuditAction } from '../audit-event';

/** A period of an organization's trail. The end is excluded. */
export interface Period {
  organizationId: string;
  from: Date;
  to: Date;
}

/** The calls of models in a period. */
export interface CallSums {
  calls: number;
  /** Calls without a complete answer. */
  failed: number;
  /** Calls in which no kind was searched. */
  unprotected: number;
  /** Calls in which some kinds were searched. */
  partly: number;
  /** Detected values that were sent unchanged. */
  leftInClear: number;
  /** Hidden values by kind, most first. */
  hidden: { kind: string; values: number }[];
}

const CALLS = `WHERE organization_id = $1 AND action = 'model.call' AND at >= $2 AND at < $3`;

/** Counts the entries of a period. */
@Injectable()
export class PeriodsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @param kinds the counts of entries that are values of a kind */
  async calls({ organizationId, from, to }: Period, kinds: readonly string[]): Promise<CallSums> {
    const sums = statement(
      `SELECT count(*)::int AS calls, count(reason)::int AS failed,
         (count(*) FILTER (WHERE jsonb_exists(counts, 'unprotected')))::int AS unprotected,
         (count(*) FILTER (WHERE jsonb_exists(counts, 'left_out_kinds')
           AND NOT jsonb_exists(counts, 'unprotected')))::int AS partly,
         coalesce(sum((counts ->> 'left_in_clear')::int), 0)::int AS "leftInClear"
       FROM audit_events ${CALLS}`,
      [organizationId, from, to],
    );
    const hidden = statement(
      `SELECT key AS kind, sum(value::int)::int AS values
       FROM audit_events, jsonb_each(audit_events.counts) ${CALLS} AND key = ANY ($4)
       GROUP BY key ORDER BY 2 DESC, 1`,
      [organizationId, from, to, kinds],
    );
    const { rows } = await runOnce<Omit<CallSums, 'hidden'>>(this.db, sums, { organizationId });
    const byKind = await runOnce<CallSums['hidden'][number]>(this.db, hidden, { organizationId });
    return { ...rows[0]!, hidden: byKind.rows };
  }

  /** Returns how often each of these actions was done. */
  async actions(
    { organizationId, from, to }: Period,
    actions: readonly AuditAction[],
  ): Promise<Map<string, number>> {
    const counts = statement(
      `SELECT action, count(*)::int AS count FROM audit_events
       WHERE organization_id = $1 AND action = ANY ($4) AND at >= $2 AND at < $3 AND outcome = 'done'
       GROUP BY action`,
      [organizationId, from, to, actions],
    );
    const { rows } = await runOnce<{ action: string; count: number }>(this.db, counts, { organizationId });
    return new Map(rows.map(({ action, count }) => [action, count]));
  }
}

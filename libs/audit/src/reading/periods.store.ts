import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { runOnce, statement } from '@app/database';
import type { AuditAction } from '../audit-event';
import { CHAINS } from '../chain/chain-entry';

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
  /** Recordings, which are sent as audio. */
  recordings: number;
  /** Calls with text in which no kind was searched. */
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
         (count(*) FILTER (WHERE jsonb_exists(counts, 'recording')))::int AS recordings,
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

  /** Returns how many people an erasure began for. Each erasure has more than one entry. */
  async erased({ organizationId, from, to }: Period): Promise<number> {
    const erased = statement(
      `SELECT count(DISTINCT subject_id)::int AS people FROM audit_events
       WHERE organization_id = $1 AND action = 'user.erase' AND reason = 'begun' AND at >= $2 AND at < $3`,
      [organizationId, from, to],
    );
    const { rows } = await runOnce<{ people: number }>(this.db, erased, { organizationId });
    return rows[0]!.people;
  }

  /**
   * Returns whether no entry of the period was pruned. The last seal of what was pruned stays, and its time is the first that is
   * certain to be later than each pruned entry.
   */
  async isComplete({ organizationId, from }: Period): Promise<boolean> {
    const pruned = statement(
      `SELECT FROM unnest($2::text[]) AS chains (chain) CROSS JOIN LATERAL (
         SELECT entry_id, sealed_at FROM audit_seals
         WHERE organization_id = $1 AND audit_seals.chain = chains.chain ORDER BY seq LIMIT 1
       ) AS oldest
       WHERE sealed_at >= $3 AND NOT EXISTS (SELECT FROM audit_events WHERE id = oldest.entry_id)`,
      [organizationId, CHAINS, from],
    );
    return (await runOnce(this.db, pruned, { organizationId })).rows.length === 0;
  }
}

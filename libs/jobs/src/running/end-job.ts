import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DataKey } from '@app/crypto';
import { PublishEvent, type WebhookEvent } from '@app/webhooks';

/** What came of a job. */
export type JobOutcome =
  { status: 'completed'; payload: Record<string, unknown> } | { status: 'failed'; error: string };

export interface EndingJob {
  id: string;
  organizationId: string;
  requestId: string;
  outcome: JobOutcome;
  /** Absent, and the key with it, where nobody can read it any more: then nobody is told. */
  webhookUrl?: string;
  key?: DataKey;
}

/** Ends jobs: their state, their results, the deletion of their inputs and their webhooks commit together. */
@Injectable()
export class EndJob {
  constructor(private readonly publish: PublishEvent) {}

  /**
   * @param owner where given, only jobs that are still leased to that process
   * @returns the webhooks' deliveries by job, to ring for after the commit; not those of jobs that had ended or
   *   are another's
   */
  async execute(tx: EntityManager, jobs: readonly EndingJob[], owner?: string): Promise<Map<string, string>> {
    const [rows] = await tx.query<[{ id: string }[], number]>(END, [
      jobs.map(({ id }) => id),
      jobs.map(({ outcome }) => outcome.status),
      jobs.map(({ outcome }) => (outcome.status === 'failed' ? outcome.error : null)),
      owner ?? null,
    ]);
    const ended = new Set(rows.map(({ id }) => id));
    const events = jobs.filter(({ id }) => ended.has(id)).flatMap(eventOf);
    if (events.length === 0) return new Map();
    const deliveries = await this.publish.execute(tx, events);
    return new Map(events.map(({ subjectId }, i) => [subjectId, deliveries[i]!]));
  }
}

function eventOf({ id, organizationId, requestId, webhookUrl, key, outcome }: EndingJob): WebhookEvent[] {
  if (webhookUrl === undefined || !key) return [];
  const { status } = outcome;
  const rest = status === 'completed' ? outcome.payload : { error: outcome.error };
  const body = { job_id: id, status, ...rest };
  return [{ subjectId: id, organizationId, requestId, url: webhookUrl, body, key }];
}

/** $1 ids, $2 statuses, $3 errors, $4 owner. Locked in one order everywhere: two that overlap wait, and do not block each other. */
const END = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS ending (id, status, error)
  ), held AS MATERIALIZED (
    SELECT id FROM jobs
    WHERE id = ANY($1::uuid[]) AND status = 'accepted' AND ($4::uuid IS NULL OR lease_owner = $4)
    ORDER BY id FOR UPDATE
  )
  UPDATE jobs SET status = ending.status, error = ending.error,
    progress = CASE ending.status WHEN 'completed' THEN 100 ELSE progress END,
    input = NULL, webhook_url = NULL, lease_owner = NULL, lease_until = NULL, finished_at = now()
  FROM ending JOIN held USING (id) WHERE jobs.id = held.id RETURNING jobs.id`;

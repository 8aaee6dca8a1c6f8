import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DataKey } from '@app/crypto';
import { PublishEvent } from '@app/webhooks';

/** What came of a job. */
export type JobOutcome =
  { status: 'completed'; payload: Record<string, unknown> } | { status: 'failed'; error: string };

export interface EndingJob {
  id: string;
  organizationId: string;
  requestId: string;
  webhookUrl: string;
  key: DataKey;
}

/** Ends a job: its state, its result, the deletion of its input and its webhook commit together. */
@Injectable()
export class EndJob {
  constructor(private readonly publish: PublishEvent) {}

  /**
   * @param owner where given, only if the job is still leased to that process
   * @returns the webhook's delivery, to ring for after the commit; undefined where the job had ended or is another's
   */
  async execute(
    tx: EntityManager,
    { id, key, webhookUrl, organizationId, requestId }: EndingJob,
    outcome: JobOutcome,
    owner?: string,
  ): Promise<string | undefined> {
    const [ended] = await tx.query<[unknown[], number]>(
      `UPDATE jobs SET status = $2, error = $3, progress = CASE $2 WHEN 'completed' THEN 100 ELSE progress END,
         input = NULL, webhook_url = NULL, lease_owner = NULL, lease_until = NULL, finished_at = now()
       WHERE id = $1 AND status = 'accepted' AND ($4::uuid IS NULL OR lease_owner = $4) RETURNING id`,
      [id, outcome.status, outcome.status === 'failed' ? outcome.error : null, owner ?? null],
    );
    if (ended.length === 0) return undefined;
    const { status } = outcome;
    const rest = status === 'completed' ? outcome.payload : { error: outcome.error };
    const event = { subjectId: id, organizationId, requestId, url: webhookUrl };
    return this.publish.execute(tx, { ...event, body: { job_id: id, status, ...rest } }, key);
  }
}

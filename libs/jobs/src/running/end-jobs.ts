import { Injectable } from '@nestjs/common';
import type { JobErrorCode, Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { PublishEvent, type WebhookEvent } from '@app/webhooks';
import { JobsStore } from '../store/jobs.store';

/** What came of a job. */
export type JobOutcome =
  | { status: 'completed'; payload: Record<string, unknown> }
  | { status: 'failed'; error: string; errorCode: JobErrorCode };

export interface EndingJob {
  id: string;
  organizationId: string;
  requestId: string;
  /** Of the run that ends it, or of the request that made it. */
  traceparent?: string | undefined;
  outcome: JobOutcome;
  /** Absent, and the key with it, where nobody can read it any more: then nobody is told. */
  webhookUrl?: string;
  key?: DataKey;
}

/** Ends jobs: their state, their results, the deletion of their inputs and their webhooks commit together. */
@Injectable()
export class EndJobs {
  constructor(
    private readonly jobs: JobsStore,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * @param whose `leased`: only those that this process still has; `locked`: the caller has locked them
   * @returns the ids of those whose webhooks wait now, to ring for after the commit; not those that had ended or are
   *   another's
   */
  async execute(
    tx: Transaction,
    jobs: readonly EndingJob[],
    whose: 'leased' | 'locked',
  ): Promise<Set<string>> {
    const ended = await this.jobs.end(
      tx,
      jobs.map(({ id, outcome }) => ({
        id,
        status: outcome.status,
        error: outcome.status === 'failed' ? outcome.error : null,
        errorCode: outcome.status === 'failed' ? outcome.errorCode : null,
      })),
      whose,
    );
    const events = jobs.filter(({ id }) => ended.has(id)).flatMap(eventOf);
    if (events.length > 0) await this.publish.execute(tx, events);
    return new Set(events.map(({ subjectId }) => subjectId));
  }
}

function eventOf({ id, webhookUrl, key, outcome, ...job }: EndingJob): WebhookEvent[] {
  if (webhookUrl === undefined || !key) return [];
  const { status } = outcome;
  const rest = status === 'completed' ? outcome.payload : { error: outcome.error };
  const body = { job_id: id, status, ...rest };
  const { organizationId, requestId, traceparent } = job;
  const errorCode = outcome.status === 'failed' ? outcome.errorCode : undefined;
  return [{ subjectId: id, organizationId, requestId, traceparent, url: webhookUrl, body, key, errorCode }];
}

import { Injectable } from '@nestjs/common';
import type { JobErrorCode, Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { PublishEvent, type WebhookEvent } from '@app/webhooks';
import { jobBinding } from '../store/jobs.entities';
import { JobsStore } from '../store/jobs.store';

/** The result of a job. */
export type JobOutcome =
  | {
      status: 'completed';
      payload: Record<string, unknown>;
      /** What restores the values of the result */
      issued?: string;
      /** What is noted of its file, as JSON */
      file?: object;
    }
  | { status: 'failed'; error: string; errorCode: JobErrorCode };

export interface EndingJob {
  id: string;
  organizationId: string;
  requestId: string;
  /** The trace context of the run that ends the job, or of its request. */
  traceparent?: string | undefined;
  outcome: JobOutcome;
  /** Absent, like the key, if the job cannot be decrypted. No webhook is sent then. */
  webhookUrl?: string;
  key?: DataKey;
}

/** Ends jobs. Their state, results, deleted inputs and webhooks commit together. */
@Injectable()
export class EndJobs {
  constructor(
    private readonly jobs: JobsStore,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * @param selection `leased`: only jobs that this process still leases; `locked`: the caller has locked them
   * @returns the ids of the jobs with waiting webhooks, to notify the queue after the commit; without jobs that had
   * ended or that another process leases
   */
  async execute(
    tx: Transaction,
    jobs: readonly EndingJob[],
    selection: 'leased' | 'locked',
  ): Promise<Set<string>> {
    const ended = await this.jobs.end(
      tx,
      jobs.map(({ id, outcome, key }) => ({
        id,
        status: outcome.status,
        error: outcome.status === 'failed' ? outcome.error : null,
        errorCode: outcome.status === 'failed' ? outcome.errorCode : null,
        issuedTable: issuedOf(outcome, key),
        resultFile: fileOf(outcome, key),
      })),
      selection,
    );
    const events = jobs.filter(({ id }) => ended.has(id)).flatMap((job) => this.eventOf(job));
    if (events.length > 0) await this.publish.execute(tx, events);
    return new Set(events.map(({ subjectId }) => subjectId));
  }

  private eventOf({ id, webhookUrl, key, outcome, ...job }: EndingJob): WebhookEvent[] {
    if (webhookUrl === undefined || !key) return [];
    const { status } = outcome;
    const rest = status === 'completed' ? outcome.payload : { error: outcome.error };
    const body = { job_id: id, status, ...rest };
    const { organizationId, requestId, traceparent } = job;
    const errorCode = outcome.status === 'failed' ? outcome.errorCode : undefined;
    return [{ subjectId: id, organizationId, requestId, traceparent, url: webhookUrl, body, key, errorCode }];
  }
}

const issuedOf = (outcome: JobOutcome, key: DataKey | undefined): Buffer | null =>
  outcome.status === 'completed' && outcome.issued !== undefined && key
    ? key.seal(outcome.issued, jobBinding.issuedTable(key.subjectId))
    : null;

const fileOf = (outcome: JobOutcome, key: DataKey | undefined): Buffer | null =>
  outcome.status === 'completed' && outcome.file && key
    ? key.seal(JSON.stringify(outcome.file), jobBinding.resultFile(key.subjectId))
    : null;

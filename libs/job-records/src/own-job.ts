import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, Transactions, type Owner } from '@app/common';
import { ResultFiles } from '@app/job-files';
import { StoredJobs, type JobStatus, type JobType, type StoredJob } from '@app/jobs';
import { CheckWebhookUrl, ReadDelivery, Redeliver, type DeliveryReport } from '@app/webhooks';

/** A job as its owner sees it (contract: Jobs). Times are ISO 8601, UTC. */
export interface JobReport {
  job_id: string;
  type: JobType;
  status: JobStatus;
  /** The completed fraction, 0..1. */
  progress: number;
  error: string | null;
  error_code: string | null;
  created_at: string;
  finished_at: string | null;
  /** Null until the job ends. */
  delivery: DeliveryReport | null;
}

/** Shows a job to its owner. For other users the job does not exist: `not_found`. */
@Injectable()
export class OwnJob {
  constructor(
    private readonly jobs: StoredJobs,
    private readonly deliveries: ReadDelivery,
    private readonly checkUrl: CheckWebhookUrl,
    private readonly files: ResultFiles,
    private readonly redelivery: Redeliver,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /** Returns the state of a job and of its webhook. */
  async report(id: string, owner: Owner): Promise<JobReport> {
    const job = await this.jobs.own(id, owner);
    await this.record('job.read', job);
    return jobReport(job, await this.deliveries.report(job));
  }

  /**
   * Returns the webhook body of a finished job. A link to its file is a new one.
   *
   * @throws AppError `conflict` while the job is not finished, `gone` after its result was deleted
   */
  async result(id: string, owner: Owner): Promise<string> {
    const job = await this.jobs.own(id, owner);
    if (job.status === 'accepted')
      throw new AppError(
        'conflict',
        'The job is not finished; its result is sent by webhook and is available here when it finishes',
      );
    const body = await this.deliveries.body(job);
    await this.record('job.result', job);
    return job.resultFile ? this.withNewLink(job.id, body) : body;
  }

  /**
   * Returns what restores the values of a finished job's result.
   *
   * @param field the field or header of the request that names the job
   * @throws AppError `bad_request` for any other job than one of the owner that was submitted as restorable; `conflict`
   * while it is not finished; `gone` after its result was deleted
   */
  async issued(id: string, owner: Owner, field = 'job_id'): Promise<string> {
    const { status, isRestorable, issued } = await this.jobs.ownIssued(id, owner).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? notRestorable(field) : error;
    });
    if (status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its values can be restored when it finishes');
    if (!isRestorable) throw notRestorable(field);
    if (issued === undefined)
      throw new AppError('gone', 'The result was deleted; nothing restores its values');
    return issued;
  }

  /**
   * Resends the webhook of a finished job, to another address if one is given.
   *
   * @throws AppError `conflict` while the job or an attempt runs, `gone` after the result was deleted
   */
  async redeliver(id: string, owner: Owner, webhookUrl?: string): Promise<void> {
    const job = await this.jobs.own(id, owner);
    if (job.status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its webhook is sent when it finishes');
    if (webhookUrl !== undefined) await this.checkUrl.execute(webhookUrl);
    await this.redelivery.execute(job, webhookUrl);
  }

  private withNewLink(id: string, body: string): string {
    return JSON.stringify({ ...(JSON.parse(body) as object), file_url: this.files.linkTo(id) });
  }

  private async record(action: 'job.read' | 'job.result', { id, organizationId }: StoredJob): Promise<void> {
    const subject = { type: 'job', id } as const;
    await this.transactions.run((tx) => this.trail.record(tx, { action, subject, organizationId }));
  }
}

const notRestorable = (field: string): AppError =>
  invalid(field, 'must be the id of one of your jobs that was submitted with restorable=true');

export const jobReport = (job: StoredJob, delivery: DeliveryReport | null): JobReport => ({
  job_id: job.id,
  type: job.type,
  status: job.status,
  progress: job.progress / 100,
  error: job.error,
  error_code: job.errorCode,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
  delivery,
});

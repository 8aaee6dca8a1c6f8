import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { StoredJobs, type Backlog, type JobFilter, type ListedJob } from '@app/jobs';
import { ReadDelivery, Redeliver } from '@app/webhooks';
import { jobReport, type JobReport } from './own-job';

export interface OperatorJobReport extends JobReport {
  organization_id: string;
  user_id: string;
  request_id: string;
  attempts: number;
}

/** Shows the state of any job to the operator and resends its webhook, without its content. */
@Injectable()
export class OperatorJobs {
  constructor(
    private readonly jobs: StoredJobs,
    private readonly deliveries: ReadDelivery,
    private readonly redelivery: Redeliver,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  list(filter: JobFilter): Promise<ListedJob[]> {
    return this.jobs.listed(filter);
  }

  /** Counts the jobs of all owners that run. */
  running(): Promise<number> {
    return this.jobs.countRunning();
  }

  /** Returns the waiting jobs of all owners, for each type that has some. */
  backlog(): Promise<Backlog[]> {
    return this.jobs.backlog();
  }

  async show(id: string): Promise<OperatorJobReport> {
    const job = await this.jobs.ofAnyOwner(id);
    const { organizationId } = job;
    const subject = { type: 'job', id: job.id } as const;
    await this.transactions.run((tx) =>
      this.trail.record(tx, { action: 'job.read', subject, organizationId }),
    );
    return {
      ...jobReport(job, await this.deliveries.report(job)),
      organization_id: job.organizationId,
      user_id: job.userId,
      request_id: job.requestId,
      attempts: job.attempts,
    };
  }

  async redeliver(id: string): Promise<void> {
    const job = await this.jobs.ofAnyOwner(id);
    if (job.status === 'accepted') throw new AppError('conflict', 'The job is not finished');
    await this.redelivery.execute(job);
  }
}

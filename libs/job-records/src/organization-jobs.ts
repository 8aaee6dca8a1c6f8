import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { JOB_TYPES, StoredJobs, type OrganizationBacklog } from '@app/jobs';
import { ReadDelivery, Redeliver, type DeliveryReport, type DeliverySummary } from '@app/webhooks';
import { jobReport, type JobReport } from './own-job';

/** The state of a job and of its webhook, without its owner, because that would show users' work. */
export interface OrganizationJobSummary extends Omit<JobReport, 'delivery'> {
  delivery: DeliverySummary | null;
}

export interface OrganizationJobReport extends OrganizationJobSummary {
  delivery: (DeliverySummary & DeliveryReport) | null;
}

export interface OrganizationJobsPage {
  /** Newest first. */
  items: OrganizationJobSummary[];
  /** The id to continue after; null on the last page. */
  next: string | null;
}

/** Shows the organization's jobs to its auditors and admins: states and hosts of webhooks, without contents. */
@Injectable()
export class OrganizationJobs {
  constructor(
    private readonly jobs: StoredJobs,
    private readonly deliveries: ReadDelivery,
    private readonly redelivery: Redeliver,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /** @param after an id of the previous page; if absent, starts with the newest */
  async page(
    organizationId: string,
    { after, limit }: { after?: string; limit: number },
  ): Promise<OrganizationJobsPage> {
    const asked = { take: limit + 1, ...(after !== undefined && { before: after }) };
    const found = await this.jobs.ofOrganization(organizationId, asked);
    const jobs = found.slice(0, limit);
    const ids = jobs.map(({ id }) => id);
    const deliveries = await this.deliveries.summaries(organizationId, ids);
    const items = jobs.map((job) => ({ ...jobReport(job, null), delivery: deliveries.get(job.id) ?? null }));
    return { items, next: found.length > limit ? ids.at(-1)! : null };
  }

  /** Returns the unfinished jobs of every type. */
  async backlog(organizationId: string): Promise<OrganizationBacklog[]> {
    const known = await this.jobs.backlogOf(organizationId);
    return JOB_TYPES.map(
      (type) => known.find((entry) => entry.type === type) ?? { type, waiting: 0, running: 0, oldestS: 0 },
    );
  }

  /** @throws AppError `not_found`, also for a job of another organization */
  async show(id: string, organizationId: string): Promise<OrganizationJobReport> {
    const job = await this.jobs.oneOfOrganization(id, organizationId);
    const subject = { type: 'job', id: job.id } as const;
    await this.transactions.run((tx) =>
      this.trail.record(tx, { action: 'job.read', subject, organizationId }),
    );
    const summary = (await this.deliveries.summaries(organizationId, [job.id])).get(job.id);
    const report = await this.deliveries.report(job);
    return { ...jobReport(job, null), delivery: summary && report ? { ...summary, ...report } : null };
  }

  /**
   * Resends a webhook, only to the address that its owner gave.
   *
   * @throws AppError as for its owner
   */
  async redeliver(id: string, organizationId: string): Promise<void> {
    const job = await this.jobs.oneOfOrganization(id, organizationId);
    if (job.status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its webhook is sent when it finishes');
    await this.redelivery.execute(job);
  }
}

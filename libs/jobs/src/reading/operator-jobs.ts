import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError, isId } from '@app/common';
import { ReadDelivery, Redeliver } from '@app/webhooks';
import { Job } from '../rows/job.entity';
import { jobReport, type JobReport } from './job-report';

export interface OperatorJobReport extends JobReport {
  organization_id: string;
  user_id: string;
  request_id: string;
  attempts: number;
}

/** Any job, for the operator: how it stands, and its webhook again. Nothing of its content. */
@Injectable()
export class OperatorJobs {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly deliveries: ReadDelivery,
    private readonly redelivery: Redeliver,
    private readonly trail: AuditTrail,
  ) {}

  async show(id: string): Promise<OperatorJobReport> {
    const job = await this.find(id);
    const { organizationId } = job;
    const subject = { type: 'job', id: job.id } as const;
    await this.trail.record(this.db.manager, { action: 'job.read', subject, organizationId });
    return {
      ...jobReport(job, await this.deliveries.report(job)),
      organization_id: job.organizationId,
      user_id: job.userId,
      request_id: job.requestId,
      attempts: job.attempts,
    };
  }

  async redeliver(id: string): Promise<void> {
    const job = await this.find(id);
    if (job.status === 'accepted') throw new AppError('conflict', 'The job is not finished');
    await this.redelivery.execute(job);
  }

  private async find(id: string): Promise<Job> {
    const job = isId(id) && (await this.db.manager.findOneBy(Job, { id }));
    if (!job) throw new AppError('not_found', 'There is no such job');
    return job;
  }
}

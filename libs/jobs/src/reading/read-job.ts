import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { Owner } from '@app/common';
import { ReadDelivery } from '@app/webhooks';
import { FindOwnJob } from './find-own-job';
import { jobReport, type JobReport } from './job-report';

/** How a user's job stands, and what became of its webhook. */
@Injectable()
export class ReadJob {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOwnJob,
    private readonly deliveries: ReadDelivery,
    private readonly trail: AuditTrail,
  ) {}

  async execute(id: string, owner: Owner): Promise<JobReport> {
    const job = await this.find.execute(id, owner);
    const subject = { type: 'job', id: job.id } as const;
    const { organizationId } = owner;
    await this.trail.record(this.db.manager, { action: 'job.read', subject, organizationId });
    return jobReport(job, await this.deliveries.report(job));
  }
}

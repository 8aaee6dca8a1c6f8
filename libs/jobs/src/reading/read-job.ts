import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { ReadDelivery } from '@app/webhooks';
import { FindOwnJob } from './find-own-job';
import { jobReport, type JobReport } from './job-report';

/** How a user's job stands, and what became of its webhook. */
@Injectable()
export class ReadJob {
  constructor(
    private readonly find: FindOwnJob,
    private readonly deliveries: ReadDelivery,
  ) {}

  async execute(id: string, owner: Owner): Promise<JobReport> {
    const job = await this.find.execute(id, owner);
    return jobReport(job, await this.deliveries.report(job));
  }
}

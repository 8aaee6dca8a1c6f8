import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError, type Owner } from '@app/common';
import { ReadDelivery } from '@app/webhooks';
import { FindOwnJob } from './find-own-job';

/** The very webhook body of a job that ended. */
@Injectable()
export class ReadJobResult {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOwnJob,
    private readonly deliveries: ReadDelivery,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `conflict` while the job is not finished, `gone` once its result was deleted */
  async execute(id: string, owner: Owner): Promise<string> {
    const job = await this.find.execute(id, owner);
    if (job.status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its result comes by webhook, or here later');
    const body = await this.deliveries.body(job);
    const subject = { type: 'job', id: job.id } as const;
    const { organizationId } = owner;
    await this.trail.record(this.db.manager, { action: 'job.result', subject, organizationId });
    return body;
  }
}

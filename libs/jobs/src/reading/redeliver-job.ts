import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { CheckWebhookUrl, Redeliver } from '@app/webhooks';
import { FindOwnJob } from './find-own-job';

/** Sends a finished job's webhook again, to another address where one is given. */
@Injectable()
export class RedeliverJob {
  constructor(
    private readonly find: FindOwnJob,
    private readonly checkUrl: CheckWebhookUrl,
    private readonly redeliver: Redeliver,
  ) {}

  /** @throws AppError `conflict` while the job or an attempt runs, `gone` once the result was deleted */
  async execute(id: string, owner: Owner, webhookUrl?: string): Promise<void> {
    const job = await this.find.execute(id, owner);
    if (job.status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its webhook is sent when it is');
    if (webhookUrl !== undefined) await this.checkUrl.execute(webhookUrl);
    await this.redeliver.execute(job, webhookUrl);
  }
}

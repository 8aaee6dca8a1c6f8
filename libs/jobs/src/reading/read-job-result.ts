import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { ReadDelivery } from '@app/webhooks';
import { FindOwnJob } from './find-own-job';

/** The very webhook body of a job that ended. */
@Injectable()
export class ReadJobResult {
  constructor(
    private readonly find: FindOwnJob,
    private readonly deliveries: ReadDelivery,
  ) {}

  /** @throws AppError `conflict` while the job is not finished, `gone` once its result was deleted */
  async execute(id: string, owner: Owner): Promise<string> {
    const job = await this.find.execute(id, owner);
    if (job.status === 'accepted')
      throw new AppError('conflict', 'The job is not finished; its result comes by webhook, or here later');
    return this.deliveries.body(job);
  }
}

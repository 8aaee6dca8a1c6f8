import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { Owner } from '@app/common';
import { DataKeys } from '@app/crypto';
import { Broadcast, Doorbell } from '@app/queue';
import { EraseEvents } from '@app/webhooks';
import { JobAudio } from '../audio/job-audio';
import type { Job } from '../rows/job.entity';
import { webhookUrlPlace } from '../rows/places';
import { EndJob } from '../running/end-job';
import { JOB_TAKEN } from '../running/leases';
import { FindOwnJob } from './find-own-job';

/** Before its end a job is cancelled, and its webhook says so; after it everything that it held is erased. */
@Injectable()
export class DeleteJob {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOwnJob,
    private readonly keys: DataKeys,
    private readonly endJob: EndJob,
    private readonly erase: EraseEvents,
    private readonly broadcast: Broadcast,
    private readonly doorbell: Doorbell,
    private readonly audio: JobAudio,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns which of the two it was */
  async execute(id: string, owner: Owner): Promise<'cancelled' | 'erased'> {
    const deliveryId = await this.db.transaction(async (tx) => {
      const job = await this.find.locked(tx, id, owner);
      await this.trail.record(tx, {
        action: 'job.delete',
        reason: job.webhookUrl ? 'cancelled' : 'erased',
        subject: { type: 'job', id },
        organizationId: job.organizationId,
      });
      if (job.webhookUrl) return this.cancel(tx, job, job.webhookUrl);
      await this.erase.contents(tx, [id]);
      await this.keys.destroy(tx, [id]);
      return undefined;
    });
    if (deliveryId) this.broadcast.say(JOB_TAKEN, id);
    await this.audio.delete(id);
    if (!deliveryId) return 'erased';
    this.doorbell.ring('webhook-delivery', { deliveryId });
    return 'cancelled';
  }

  private async cancel(tx: EntityManager, job: Job, sealedUrl: Buffer): Promise<string | undefined> {
    const key = await this.keys.load(tx, job.id);
    const webhookUrl = key.openText(sealedUrl, webhookUrlPlace(job.id));
    const outcome = { status: 'failed', error: 'Cancelled' } as const;
    return (await this.endJob.execute(tx, [{ ...job, webhookUrl, key, outcome }])).get(job.id);
  }
}

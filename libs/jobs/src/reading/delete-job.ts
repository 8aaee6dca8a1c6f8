import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { Owner } from '@app/common';
import { openEach, type DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { Log } from '@app/observability';
import { Broadcast, Doorbell } from '@app/queue';
import { EraseEvents } from '@app/webhooks';
import { JobAudio } from '../audio/job-audio';
import type { Job } from '../rows/job.entity';
import { webhookUrlPlace } from '../rows/places';
import { EndJob } from '../running/end-job';
import { JOB_TAKEN } from '../running/leases';
import { FindOwnJob } from './find-own-job';

interface Webhook {
  webhookUrl: string;
  /** The job's. */
  key: DataKey;
}

/**
 * Before its end a job is cancelled, and its webhook says so; after it everything that it held is erased. One that
 * nobody can read any more is both at once: where its webhook goes is not known.
 */
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
    private readonly log: Log,
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
      const webhook = job.webhookUrl ? await this.webhookOf(tx, id, job.webhookUrl) : undefined;
      const deliveryId = job.webhookUrl ? await this.cancel(tx, job, webhook) : undefined;
      if (webhook) return deliveryId;
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

  /** @returns the delivery, where somebody can be told */
  private async cancel(
    tx: EntityManager,
    { id, organizationId, requestId }: Job,
    webhook?: Webhook,
  ): Promise<string | undefined> {
    const outcome = { status: 'failed', error: 'Cancelled' } as const;
    return (await this.endJob.execute(tx, [{ id, organizationId, requestId, outcome, ...webhook }])).get(id);
  }

  /** Undefined where its key is gone, or what it opens was damaged. */
  private async webhookOf(tx: EntityManager, id: string, sealedUrl: Buffer): Promise<Webhook | undefined> {
    const columns = await tx.query<KeyColumns[]>(`SELECT ${this.keys.columnsOf('$1::uuid')}`, [id]);
    const { opened, unreadable } = openEach(columns, (row) => {
      const key = this.keys.readPresent(id, row);
      return { key, webhookUrl: key.openText(sealedUrl, webhookUrlPlace(id)) };
    });
    for (const { error } of unreadable) this.log.error('job.unreadable', error);
    return opened[0];
  }
}

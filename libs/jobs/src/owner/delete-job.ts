import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions, type Owner, type Transaction } from '@app/common';
import { openEach, type DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { Log } from '@app/observability';
import { Broadcast, QueueNotifier } from '@app/queue';
import { WriteTombstones } from '@app/tombstones';
import { StoredDeliveries } from '@app/webhooks';
import { JobFiles } from '../files/job-files';
import { EndJobs } from '../running/end-jobs';
import { JOB_TAKEN } from '../running/job-slots';
import { jobBinding, type JobRow } from '../store/jobs.entities';
import { JobsReadStore } from '../store/jobs-read.store';

interface Webhook {
  webhookUrl: string;
  /** The data key of the job. */
  key: DataKey;
}

/**
 * Cancels an unfinished job, which its webhook reports, or erases the data of a finished one. A job that cannot be
 * decrypted is ended and erased at once, because its webhook address is unknown.
 */
@Injectable()
export class DeleteJob {
  constructor(
    private readonly jobs: JobsReadStore,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly endJobs: EndJobs,
    private readonly deliveries: StoredDeliveries,
    private readonly broadcast: Broadcast,
    private readonly notifier: QueueNotifier,
    private readonly files: JobFiles,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
    private readonly log: Log,
  ) {}

  /**
   * @returns whether it was cancelled or erased
   * @throws AppError `unavailable` if the job was deleted but no tombstone could be written, so a backup could restore
   * it
   */
  async execute(id: string, owner: Owner): Promise<'cancelled' | 'erased'> {
    const { job, done } = await this.transactions.runFor(owner, (tx) => this.delete(tx, id, owner));
    if (done === 'cancelled') this.broadcast.publish(JOB_TAKEN, id);
    await this.files.delete(job);
    if (done === 'cancelled') this.notifier.notify('webhook-delivery');
    await this.tombstones.execute();
    return done;
  }

  private async delete(
    tx: Transaction,
    id: string,
    owner: Owner,
  ): Promise<{ job: JobRow; done: 'cancelled' | 'erased' }> {
    const { job, key } = await this.jobs.lockOwn(tx, id, owner);
    await this.trail.record(tx, {
      action: 'job.delete',
      reason: job.webhookUrl ? 'cancelled' : 'erased',
      subject: { type: 'job', id },
      organizationId: job.organizationId,
    });
    const webhook = job.webhookUrl ? this.webhookOf(id, job.webhookUrl, key) : undefined;
    if (job.webhookUrl) await this.cancel(tx, job, webhook);
    if (webhook) return { job, done: 'cancelled' };
    await this.deliveries.deleteContents(tx, [id]);
    await this.keys.destroy(tx, [id]);
    return { job, done: 'erased' };
  }

  private async cancel(
    tx: Transaction,
    { id, organizationId, requestId, ...job }: JobRow,
    webhook?: Webhook,
  ) {
    const outcome = { status: 'failed', error: 'Cancelled', errorCode: 'cancelled' } as const;
    const traceparent = job.traceparent ?? undefined;
    const ending = { id, organizationId, requestId, traceparent, outcome, ...webhook };
    await this.endJobs.execute(tx, [ending], 'locked');
  }

  /** Returns undefined if the key was deleted or the ciphertext is damaged. */
  private webhookOf(id: string, sealedUrl: Buffer, columns: KeyColumns): Webhook | undefined {
    const { opened, unreadable } = openEach([columns], (row) => {
      const key = this.keys.readPresent(id, row);
      return { key, webhookUrl: key.openText(sealedUrl, jobBinding.webhookUrl(id)) };
    });
    for (const { error } of unreadable) this.log.error('job.unreadable', error);
    return opened[0];
  }
}

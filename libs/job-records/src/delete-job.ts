import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions, type Owner, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { JobFiles } from '@app/job-files';
import { CancelJob, StoredJobs, type StoredJob } from '@app/jobs';
import { WriteTombstones } from '@app/tombstones';
import { StoredDeliveries } from '@app/webhooks';

/**
 * Cancels an unfinished job, which its webhook reports, or erases the data of a finished one. A job that cannot be
 * decrypted is ended and erased at once, because its webhook address is unknown.
 */
@Injectable()
export class DeleteJob {
  constructor(
    private readonly jobs: StoredJobs,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly cancel: CancelJob,
    private readonly deliveries: StoredDeliveries,
    private readonly files: JobFiles,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * @returns whether it was cancelled or erased
   * @throws AppError `unavailable` if the job was deleted but no tombstone could be written, so a backup could restore
   * it
   */
  async execute(id: string, owner: Owner): Promise<'cancelled' | 'erased'> {
    const { job, done } = await this.transactions.runFor(owner, (tx) => this.delete(tx, id, owner));
    if (done === 'cancelled') this.cancel.announce(id);
    await this.files.delete(job);
    await this.tombstones.execute();
    return done;
  }

  private async delete(
    tx: Transaction,
    id: string,
    owner: Owner,
  ): Promise<{ job: StoredJob; done: 'cancelled' | 'erased' }> {
    const locked = await this.jobs.lockOwn(tx, id, owner);
    const { job } = locked;
    const isUnfinished = job.webhookUrl !== null;
    await this.trail.record(tx, {
      action: 'job.delete',
      reason: isUnfinished ? 'cancelled' : 'erased',
      subject: { type: 'job', id },
      organizationId: job.organizationId,
    });
    if (isUnfinished && (await this.cancel.execute(tx, locked))) return { job, done: 'cancelled' };
    await this.deliveries.deleteContents(tx, [id]);
    await this.keys.destroy(tx, [id]);
    return { job, done: 'erased' };
  }
}

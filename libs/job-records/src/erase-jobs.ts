import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions, type Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { JobFiles } from '@app/job-files';
import { IdempotencyKeysStore, StoredJobs } from '@app/jobs';
import { StoredDeliveries } from '@app/webhooks';

const STEP = 100;

export interface ErasedJobs {
  jobs: number;
  /** The number of webhooks. Pending ones are discarded. */
  deliveries: number;
  idempotencyKeys: number;
}

/** Deletes all jobs of a user with their results. Running jobs are cancelled. */
@Injectable()
export class EraseJobs {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: StoredJobs,
    private readonly idempotencyKeys: IdempotencyKeysStore,
    private readonly keys: DataKeys,
    private readonly deliveries: StoredDeliveries,
    private readonly files: JobFiles,
    private readonly trail: AuditTrail,
  ) {}

  async execute(owner: Owner): Promise<ErasedJobs> {
    const erased = { jobs: 0, deliveries: 0 };
    for (let found = STEP; found === STEP;) {
      const page = await this.jobs.page(owner, { take: STEP });
      found = page.length;
      for (const job of page) {
        const deliveries = await this.step(owner, job.id);
        if (deliveries === undefined) continue; // Retention has already deleted it.
        erased.jobs += 1;
        erased.deliveries += deliveries;
        await this.files.delete(job);
      }
    }
    return { ...erased, idempotencyKeys: await this.idempotencyKeys.erase(owner) };
  }

  private step(owner: Owner, id: string): Promise<number | undefined> {
    return this.transactions.runFor(owner, async (tx) => {
      if (!(await this.jobs.erase(tx, owner, id))) return undefined;
      const deliveries = await this.deliveries.delete(tx, [id]);
      await this.keys.destroy(tx, [id]);
      const { organizationId } = owner;
      const subject = { type: 'job', id } as const;
      await this.trail.record(tx, { action: 'job.delete', reason: 'erased', subject, organizationId });
      return deliveries;
    });
  }
}

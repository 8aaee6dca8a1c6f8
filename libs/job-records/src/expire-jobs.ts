import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { ALL_OWNERS, Transactions, type Transaction } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { DataKeys } from '@app/data-keys';
import { JobFiles } from '@app/job-files';
import { IdempotencyKeysStore, StoredJobs, type EndedRow } from '@app/jobs';
import { StoredDeliveries } from '@app/webhooks';

/** The batch size. Several rounds process a long backlog instead of one long transaction. */
const BATCH = 500;

/** Deletes jobs after their retention (contract: Jobs). `SweepWebhooks` deletes their results. Idempotent. */
@Injectable()
export class ExpireJobs {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly jobs: StoredJobs,
    private readonly idempotencyKeys: IdempotencyKeysStore,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly deliveries: StoredDeliveries,
    private readonly files: JobFiles,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns whether it deleted; false if another process is deleting */
  execute(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.jobs.lockSweep(tx))) return false;
      await this.expire();
      return true;
    });
  }

  private async expire(): Promise<void> {
    const { jobsMs } = this.retention;
    if (jobsMs !== undefined) await this.transactions.runFor(ALL_OWNERS, (tx) => this.expireRows(tx, jobsMs));
    await this.idempotencyKeys.expire();
    await this.files.sweep();
  }

  /** Deletes jobs after RETENTION_JOBS with their remaining data, except jobs with pending webhooks. */
  private async expireRows(tx: Transaction, ageMs: number): Promise<void> {
    const ended = (after?: EndedRow): Promise<EndedRow[]> =>
      this.jobs.ended(tx, { ageMs, ...(after && { after }), take: BATCH });
    let ids: string[] = [];
    // A page of jobs with pending webhooks must not hide the next pages.
    for (let page = await ended(); page.length > 0 && ids.length === 0;) {
      const last = page.at(-1)!;
      const onTheirWay = await this.deliveries.pendingOf(
        tx,
        page.map(({ id }) => id),
      );
      ids = page.map(({ id }) => id).filter((id) => !onTheirWay.has(id));
      page = await ended(last);
    }
    if (ids.length === 0) return;
    await this.jobs.expire(tx, ids);
    await this.deliveries.delete(tx, ids);
    await this.keys.destroy(tx, ids);
    await this.trail.record(tx, { action: 'job.expire', counts: { jobs: ids.length } });
  }
}

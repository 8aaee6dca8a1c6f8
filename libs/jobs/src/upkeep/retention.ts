import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { ALL_OWNERS, Transactions, type Transaction } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { DataKeys } from '@app/data-keys';
import { StoredDeliveries } from '@app/webhooks';
import { JobFiles } from '../files/job-files';
import { IdempotencyKeysStore } from '../store/idempotency-keys.store';
import { JobsReadStore, type EndedRow } from '../store/jobs-read.store';
import { JobsStore } from '../store/jobs.store';

/** The batch size. Several rounds process a long backlog instead of one long transaction. */
const BATCH = 500;

/** Deletes jobs after their retention (contract: Jobs). `SweepWebhooks` deletes their results. Idempotent. */
@Injectable()
export class Retention {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly jobs: JobsStore,
    private readonly kept: JobsReadStore,
    private readonly idempotencyKeys: IdempotencyKeysStore,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly deliveries: StoredDeliveries,
    private readonly files: JobFiles,
    private readonly trail: AuditTrail,
  ) {}

  async execute(): Promise<void> {
    const { jobsMs } = this.retention;
    if (jobsMs !== undefined) await this.transactions.runFor(ALL_OWNERS, (tx) => this.expireRows(tx, jobsMs));
    await this.idempotencyKeys.expire();
    await this.files.sweep();
  }

  /** Deletes jobs after RETENTION_JOBS with their remaining data, except jobs with pending webhooks. */
  private async expireRows(tx: Transaction, ageMs: number): Promise<void> {
    const ended = (after?: EndedRow): Promise<EndedRow[]> =>
      this.kept.ended(tx, { ageMs, ...(after && { after }), take: BATCH });
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

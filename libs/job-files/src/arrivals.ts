import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  ALL_OWNERS,
  AppError,
  newId,
  Transactions,
  waitAtMost,
  type Owner,
  type Transaction,
} from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { KeyRing, type DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import type { JobType } from '@app/jobs';
import { Log, Metrics } from '@app/observability';
import { Leases } from '@app/queue';
import { BlobRemovals } from '@app/storage';
import { uploadBlob } from './job-uploads';
import { JobUploadsStore } from './job-uploads.store';

/** The time for deleting aborted uploads at shutdown. After that, the leases expire. */
const CUT_OFF_MS = 5_000;

/**
 * Manages the uploads of jobs while they arrive. The receiving process has a lease of JOB_LEASE on each and renews it
 * until the job is accepted or discarded. After a process was killed its leases expire, and the `Idempotency-Key` can
 * be used again.
 */
@Injectable()
export class Arrivals implements BeforeApplicationShutdown {
  private readonly leases: Leases;

  constructor(
    @Inject(jobsConfig.KEY) { leaseMs }: JobsConfig,
    private readonly rows: JobUploadsStore,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly keyRing: KeyRing,
    private readonly removals: BlobRemovals,
    log: Log,
    metrics: Metrics,
  ) {
    this.leases = new Leases({
      leaseMs,
      renew: (ids) => rows.renew(ids),
      onLost: () => metrics.leasesLost.inc({ work: 'upload' }),
      onError: (error) => log.upkeep('job.arrivals', error),
    });
  }

  /**
   * Registers an upload. The caller must claim or discard it.
   *
   * @param idempotencyKey a valid key
   * @returns the data key of the future job
   * @throws AppError `conflict` while another upload with this `Idempotency-Key` is arriving
   */
  async begin(owner: Owner, type: JobType, idempotencyKey?: string): Promise<DataKey> {
    const arrivingKey = idempotencyKey === undefined ? null : this.hash(owner, type, idempotencyKey);
    const key = await this.transactions.run(async (tx) => {
      const jobId = newId();
      if (!(await this.rows.begin(tx, jobId, arrivingKey)))
        throw new AppError('conflict', 'A request with this Idempotency-Key is still arriving');
      return this.keys.create(tx, jobId);
    });
    this.leases.keepRenewing(key.subjectId);
    return key;
  }

  /**
   * Returns the data key of an owner's upload.
   *
   * @throws Error if it was discarded
   */
  keyOf(owner: Owner, jobId: string): Promise<DataKey> {
    return this.transactions.runFor(owner, (tx) => this.keys.load(tx, jobId));
  }

  /**
   * Claims an upload in the transaction that accepts its job.
   *
   * @throws AppError `unavailable` if this process was blocked for longer than the lease and the upload was deleted
   */
  async claim(tx: Transaction, jobId: string): Promise<void> {
    if (!(await this.rows.claim(tx, jobId)))
      throw new AppError('unavailable', 'The upload was interrupted; send it again');
    this.leases.stopRenewing(jobId);
  }

  /** Deletes an upload without a job. If its job was accepted by a commit with a lost response, the upload stays. */
  async discard(jobId: string): Promise<void> {
    try {
      await this.delete((tx) => this.rows.deleteArriving(tx, jobId));
    } finally {
      this.leases.stopRenewing(jobId);
    }
  }

  /** Deletes abandoned uploads, and those of erased users that a crash left. */
  async sweep(): Promise<void> {
    await this.delete((tx) => this.rows.deleteLapsed(tx));
  }

  /** Deletes aborted uploads before the stores close. */
  async beforeApplicationShutdown(): Promise<void> {
    await waitAtMost(CUT_OFF_MS, this.leases.idle());
    this.leases.close();
  }

  /** Deletes rows, keys and files of uploads. */
  private async delete(rows: (tx: Transaction) => Promise<string[]>): Promise<void> {
    const blobs = await this.transactions.runFor(ALL_OWNERS, async (tx) => {
      const ids = await rows(tx);
      if (ids.length === 0) return [];
      await this.keys.destroy(tx, ids);
      await this.removals.plan(tx, ids.map(uploadBlob));
      return ids.map(uploadBlob);
    });
    await this.removals.carryOut(blobs);
  }

  private hash({ organizationId, userId }: Owner, type: JobType, idempotencyKey: string): string {
    // The previous version hashes the key of a recording without its type.
    const endpoint = type === 'transcription' ? [] : [type];
    const identity = [organizationId, userId, idempotencyKey, ...endpoint];
    return this.keyRing.hash('arriving-audio', JSON.stringify(identity));
  }
}

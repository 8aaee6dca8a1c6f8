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
import { Log, Metrics } from '@app/observability';
import { Leases } from '@app/queue';
import { BlobRemovals } from '@app/storage';
import { JobAudioStore } from '../store/job-audio.store';
import { audioBlob } from './job-audio';

/** At the end, for deleting what was just cut off; what takes longer is left to the leases. */
const CUT_OFF_MS = 5_000;

/**
 * Recordings on their way in. Each belongs to the process that receives it, under a lease of JOB_LEASE that is
 * renewed until its job is accepted or it comes to nothing: what a killed process was receiving is nobody's soon
 * after, and its `Idempotency-Key` can be used again.
 */
@Injectable()
export class Arrivals implements BeforeApplicationShutdown {
  private readonly leases: Leases;

  constructor(
    @Inject(jobsConfig.KEY) { leaseMs }: JobsConfig,
    private readonly rows: JobAudioStore,
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
      onError: (error) => log.error('job.arrivals', error),
    });
  }

  /**
   * Whoever calls it sees to it that the recording is claimed or discarded.
   *
   * @param idempotencyKey well-formed
   * @returns the data key of the job that it may become
   * @throws AppError `conflict` while another upload with this `Idempotency-Key` arrives
   */
  async begin(owner: Owner, idempotencyKey?: string): Promise<DataKey> {
    const arrivingKey = idempotencyKey === undefined ? null : this.hash(owner, idempotencyKey);
    const key = await this.transactions.run(async (tx) => {
      const jobId = newId();
      if (!(await this.rows.begin(tx, jobId, arrivingKey)))
        throw new AppError('conflict', 'A request with this Idempotency-Key is still arriving');
      return this.keys.create(tx, jobId);
    });
    this.leases.hold(key.subjectId);
    return key;
  }

  /** The data key of what arrived for this owner. @throws Error where it was discarded */
  keyOf(owner: Owner, jobId: string): Promise<DataKey> {
    return this.transactions.runFor(owner, (tx) => this.keys.load(tx, jobId));
  }

  /**
   * In the transaction that accepts its job.
   *
   * @throws AppError `unavailable` where this process was held up for longer than the lease, and it was deleted
   */
  async claim(tx: Transaction, jobId: string): Promise<void> {
    if (!(await this.rows.claim(tx, jobId)))
      throw new AppError('unavailable', 'The upload was interrupted; send it again');
    this.leases.forget(jobId);
  }

  /**
   * A recording that comes to nothing. One whose job was accepted all the same, by a commit whose answer was lost, is
   * left alone.
   */
  async discard(jobId: string): Promise<void> {
    try {
      await this.delete((tx) => this.rows.deleteArriving(tx, jobId));
    } finally {
      this.leases.forget(jobId);
    }
  }

  /** Deletes what nobody receives any more, and what a crash left of a person who was erased. */
  async sweep(): Promise<void> {
    await this.delete((tx) => this.rows.deleteLapsed(tx));
  }

  /** Uploads that were just cut off are deleted before the stores are left. */
  async beforeApplicationShutdown(): Promise<void> {
    await waitAtMost(CUT_OFF_MS, this.leases.idle());
    this.leases.close();
  }

  /** Rows, keys and files of recordings. */
  private async delete(rows: (tx: Transaction) => Promise<string[]>): Promise<void> {
    const blobs = await this.transactions.runFor(ALL_OWNERS, async (tx) => {
      const ids = await rows(tx);
      if (ids.length === 0) return [];
      await this.keys.destroy(tx, ids);
      await this.removals.plan(tx, ids.map(audioBlob));
      return ids.map(audioBlob);
    });
    await this.removals.carryOut(blobs);
  }

  private hash({ organizationId, userId }: Owner, idempotencyKey: string): string {
    return this.keyRing.hash('arriving-audio', JSON.stringify([organizationId, userId, idempotencyKey]));
  }
}

import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AppError, newId, waitAtMost, type Owner } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { KeyRing, type DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log } from '@app/observability';
import { BlobRemovals } from '@app/storage';
import { audioBlob } from './job-audio';

/** A lease is renewed this often in its length. */
const BEATS = 4;
/** At the end, for deleting what was just cut off; what takes longer is left to the leases. */
const CUT_OFF_MS = 5_000;

/**
 * Recordings on their way in. Each belongs to the process that receives it, under a lease of JOB_LEASE that is
 * renewed until its job is accepted or it comes to nothing: what a killed process was receiving is nobody's soon
 * after, and its `Idempotency-Key` can be used again.
 */
@Injectable()
export class Arrivals implements BeforeApplicationShutdown {
  private readonly underWay = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private onIdle: (() => void) | undefined;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly keys: DataKeys,
    private readonly ring: KeyRing,
    private readonly removals: BlobRemovals,
    private readonly log: Log,
  ) {}

  /**
   * Whoever calls it sees to it that the recording is claimed or discarded.
   *
   * @param idempotencyKey well-formed
   * @returns the data key of the job that it may become
   * @throws AppError `conflict` while another upload with this `Idempotency-Key` arrives
   */
  async begin(owner: Owner, idempotencyKey?: string): Promise<DataKey> {
    const arrivingKey = idempotencyKey === undefined ? null : this.hash(owner, idempotencyKey);
    const key = await this.db.transaction((tx) => this.announce(tx, arrivingKey));
    this.underWay.add(key.subjectId);
    this.timer ??= setInterval(() => void this.beat(), this.config.leaseMs / BEATS);
    return key;
  }

  /**
   * In the transaction that accepts its job.
   *
   * @throws AppError `unavailable` where this process was held up for longer than the lease, and it was deleted
   */
  async claim(tx: EntityManager, jobId: string): Promise<void> {
    const [, claimed] = await tx.query<[unknown[], number]>(
      `UPDATE job_audio SET arriving_key = NULL, arriving_until = NULL
       WHERE job_id = $1 AND arriving_until IS NOT NULL`,
      [jobId],
    );
    if (claimed === 0) throw new AppError('unavailable', 'The upload was interrupted; send it again');
    this.forget(jobId);
  }

  /**
   * A recording that comes to nothing. One whose job was accepted all the same, by a commit whose answer was lost, is
   * left alone.
   */
  async discard(jobId: string): Promise<void> {
    try {
      await this.delete('job_id = $1 AND arriving_until IS NOT NULL', [jobId]);
    } finally {
      this.forget(jobId);
    }
  }

  /** Deletes what nobody receives any more, and what a crash left of a person who was erased. */
  async sweep(): Promise<void> {
    await this.delete(`coalesce(arriving_until, created_at + interval '24 hours') <= now()`);
  }

  /** Uploads that were just cut off are deleted before the stores are left. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.underWay.size === 0) return;
    await waitAtMost(CUT_OFF_MS, new Promise<void>((resolve) => (this.onIdle = resolve)));
    clearInterval(this.timer);
  }

  /** The previous version gives no lease: its uploads hold their keys for an hour, and their places for a day. */
  private async announce(tx: EntityManager, arrivingKey: string | null): Promise<DataKey> {
    await tx.query(
      `UPDATE job_audio SET arriving_key = NULL
       WHERE arriving_key = $1 AND coalesce(arriving_until, created_at + interval '1 hour') <= now()`,
      [arrivingKey],
    );
    const [row] = await tx.query<{ job_id: string }[]>(
      `INSERT INTO job_audio (job_id, arriving_key, arriving_until)
       VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT ON CONSTRAINT job_audio_arriving_key DO NOTHING RETURNING job_id`,
      [newId(), arrivingKey, this.config.leaseMs / 1000],
    );
    if (!row) throw new AppError('conflict', 'A request with this Idempotency-Key is still arriving');
    return this.keys.create(tx, row.job_id);
  }

  /** Jobs are looked for too: the previous version accepts without saying so here. */
  private async delete(which: string, values: readonly unknown[] = []): Promise<void> {
    const blobs = await this.db.transaction(async (tx) => {
      const [rows] = await tx.query<[{ job_id: string }[], number]>(
        `DELETE FROM job_audio WHERE ${which} AND NOT EXISTS (SELECT FROM jobs WHERE jobs.id = job_id)
         RETURNING job_id`,
        [...values],
      );
      const ids = rows.map(({ job_id: id }) => id);
      if (ids.length === 0) return [];
      await this.keys.destroy(tx, ids);
      await this.removals.plan(tx, ids.map(audioBlob));
      return ids.map(audioBlob);
    });
    await this.removals.carryOut(blobs);
  }

  private async beat(): Promise<void> {
    try {
      await this.db.query(
        `UPDATE job_audio SET arriving_until = now() + make_interval(secs => $2)
         WHERE job_id = ANY($1::uuid[]) AND arriving_until IS NOT NULL`,
        [[...this.underWay], this.config.leaseMs / 1000],
      );
    } catch (error) {
      this.log.error('job.arrivals', error);
    }
  }

  private forget(jobId: string): void {
    this.underWay.delete(jobId);
    if (this.underWay.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.onIdle?.();
  }

  private hash({ organizationId, userId }: Owner, idempotencyKey: string): string {
    return this.ring.hash('arriving-audio', JSON.stringify([organizationId, userId, idempotencyKey]));
  }
}

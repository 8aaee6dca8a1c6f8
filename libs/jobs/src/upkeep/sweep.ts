import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AdvisoryLock } from '@app/database';
import { Doorbell } from '@app/queue';
import { PendingDeliveries } from '@app/webhooks';
import { Retention } from './retention';
import { WaitingJobs } from './waiting-jobs';

/**
 * Rings for work that nobody was told of (a crash between commit and ring, a Redis that lost its data), and
 * deletes what has had its time. An entry is a doorbell: one ring is enough for all that waits.
 */
@Injectable()
export class Sweep {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly jobs: WaitingJobs,
    private readonly deliveries: PendingDeliveries,
    private readonly doorbell: Doorbell,
    private readonly retention: Retention,
  ) {}

  /** @returns whether it was this process's turn */
  async execute(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [lock] = await tx.query<[{ mine: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
        AdvisoryLock.jobSweep,
      ]);
      if (!lock.mine) return false;
      for (const { type, id } of await this.jobs.claimable()) this.doorbell.ring(type, { jobId: id });
      const deliveryId = await this.deliveries.due();
      if (deliveryId) this.doorbell.ring('webhook-delivery', { deliveryId });
      await this.retention.execute();
      return true;
    });
  }
}

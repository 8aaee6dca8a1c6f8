import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MoreThan, type DataSource, type EntityManager } from 'typeorm';
import type { Owner } from '@app/common';
import { IdempotencyKey } from '../rows/idempotency-key.entity';
import { Job } from '../rows/job.entity';

/** All jobs of a person. */
@Injectable()
export class OwnJobs {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Oldest first, from after one of them. */
  page({ userId, organizationId }: Owner, { after, take }: { after?: string; take: number }): Promise<Job[]> {
    const where = { userId, organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return this.db.manager.find(Job, { where, order: { id: 'ASC' }, take });
  }

  /** @returns whether the job was still there */
  async delete(tx: EntityManager, { userId, organizationId }: Owner, id: string): Promise<boolean> {
    const { affected } = await tx.delete(Job, { id, userId, organizationId });
    return affected === 1;
  }

  /** @returns how many there were */
  async forgetIdempotencyKeys({ userId, organizationId }: Owner): Promise<number> {
    const { affected } = await this.db.manager.delete(IdempotencyKey, { userId, organizationId });
    return affected ?? 0;
  }
}

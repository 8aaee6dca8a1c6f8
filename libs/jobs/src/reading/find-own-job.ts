import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AppError, isId, type Owner } from '@app/common';
import { Job } from '../rows/job.entity';

/** The one way to a user's job: by id, organization and user together. */
@Injectable()
export class FindOwnJob {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @throws AppError `not_found`, alike for a malformed id, an unknown one and somebody else's */
  async execute(id: string, { organizationId, userId }: Owner): Promise<Job> {
    return found(isId(id) && (await this.db.manager.findOneBy(Job, { id, organizationId, userId })));
  }

  /** The same, holding the row until the transaction ends. */
  async locked(tx: EntityManager, id: string, { organizationId, userId }: Owner): Promise<Job> {
    const where = { id, organizationId, userId };
    return found(isId(id) && (await tx.findOne(Job, { where, lock: { mode: 'pessimistic_write' } })));
  }
}

function found(job: Job | null | false): Job {
  if (!job) throw new AppError('not_found', 'There is no such job');
  return job;
}

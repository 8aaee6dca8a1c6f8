import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { newId, type Owner } from '@app/common';
import { DataKeys } from '@app/crypto';
import { currentContext, Metrics } from '@app/observability';
import { Doorbell } from '@app/queue';
import type { JobType } from '../rows/job-type';
import { inputPlace, webhookUrlPlace } from '../rows/places';
import { Idempotency, type IdempotentRequest } from './idempotency';

export interface NewJob {
  /** Where something was stored for it before: then its data key is there too. */
  id?: string;
  owner: Owner;
  type: JobType;
  /** What the type's runner works on; sealed as JSON. */
  input: object;
  webhookUrl: string;
  idempotent?: IdempotentRequest;
}

export interface Acceptance {
  jobId: string;
  /** This very request had been accepted before. */
  replayed: boolean;
}

/** Writes a job down, and only then tells the workers: an accepted job is never lost (contract 9). */
@Injectable()
export class AcceptJob {
  private readonly accepted;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly idempotency: Idempotency,
    private readonly doorbell: Doorbell,
    metrics: Metrics,
  ) {
    this.accepted = metrics.counter('jobs_accepted_total', 'Jobs accepted', ['type']);
  }

  async execute(job: NewJob): Promise<Acceptance> {
    const id = job.id ?? newId();
    const jobId = await this.db.transaction(async (tx) => {
      const taken = job.idempotent ? await this.idempotency.take(tx, job.idempotent, id) : id;
      if (taken === id) await this.insert(tx, id, job);
      return taken;
    });
    if (jobId !== id) return { jobId, replayed: true };
    this.accepted.inc({ type: job.type });
    this.doorbell.ring(job.type, { jobId });
    return { jobId, replayed: false };
  }

  private async insert(tx: EntityManager, id: string, { owner, type, input, webhookUrl, ...job }: NewJob) {
    const key = await (job.id ? this.keys.load(tx, id) : this.keys.create(tx, id));
    await tx.query(
      `INSERT INTO jobs (id, type, organization_id, user_id, request_id, input, webhook_url)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        type,
        owner.organizationId,
        owner.userId,
        currentContext()?.requestId ?? newId(),
        key.seal(JSON.stringify(input), inputPlace(id)),
        key.seal(webhookUrl, webhookUrlPlace(id)),
      ],
    );
  }
}

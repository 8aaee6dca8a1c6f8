import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { Batch, newId, type Owner } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { valueRows } from '@app/database';
import { currentContext, Metrics } from '@app/observability';
import { Doorbell } from '@app/queue';
import type { JobType } from '../rows/job-type';
import { inputPlace, webhookUrlPlace } from '../rows/places';
import { Idempotency, type IdempotentRequest } from './idempotency';

export interface NewJob {
  /** Where something was stored for it before, with its data key: taken over in the transaction that accepts it. */
  stored?: { id: string; claim: (tx: EntityManager) => Promise<void> };
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

/** A job as its row, and its data key's row where that is new. */
interface Rows {
  job: [
    id: string,
    type: JobType,
    organizationId: string,
    userId: string,
    requestId: string,
    input: Buffer,
    url: Buffer,
  ];
  key?: [subjectId: string, keyId: string, wrapped: Buffer];
}

/** Bytes of inputs that are written in one statement. */
const BATCH_BYTES = 1_048_576;

/** Writes a job down, and only then tells the workers: an accepted job is never lost (contract: Jobs). */
@Injectable()
export class AcceptJob {
  private readonly accepted;
  private readonly batch = new Batch<Rows, void>({
    work: (rows) => this.insert(this.db.manager, rows),
    weigh: ({ job: [, , , , , input] }) => input.length + BATCH_BYTES / 200,
    room: BATCH_BYTES,
  });

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
    const id = job.stored?.id ?? newId();
    const jobId =
      job.idempotent || job.stored
        ? await this.insertAlone(id, job)
        : await this.batch.add(this.seal(this.keys.make(id), job)).then(() => id);
    if (jobId !== id) return { jobId, replayed: true };
    this.accepted.inc({ type: job.type });
    this.doorbell.ring(job.type, { jobId });
    return { jobId, replayed: false };
  }

  /** @returns the job's id, or that of the job that this very request made before */
  private insertAlone(id: string, job: NewJob): Promise<string> {
    return this.db.transaction(async (tx) => {
      const taken = job.idempotent ? await this.idempotency.take(tx, job.idempotent, id) : id;
      if (taken !== id) return taken;
      await job.stored?.claim(tx);
      const key = job.stored ? await this.keys.load(tx, id) : this.keys.make(id);
      await this.insert(tx, [this.seal(key, job)]);
      return id;
    });
  }

  private seal(key: DataKey, { owner, type, input, webhookUrl, stored }: NewJob): Rows {
    const id = key.subjectId;
    const { keyId, wrapped } = this.keys.wrap(key);
    return {
      job: [
        id,
        type,
        owner.organizationId,
        owner.userId,
        currentContext()?.requestId ?? newId(),
        key.seal(JSON.stringify(input), inputPlace(id)),
        key.seal(webhookUrl, webhookUrlPlace(id)),
      ],
      ...(!stored && { key: [id, keyId, wrapped] }),
    };
  }

  /** Jobs and keys in one statement. Ids are new: what is there already is from a try whose answer was lost. */
  private async insert(tx: EntityManager, rows: readonly Rows[]): Promise<void[]> {
    const jobs = valueRows(rows.map(({ job }) => job));
    const keys = rows.flatMap(({ key }) => (key ? [key] : []));
    await tx.query(
      `WITH made AS (
         INSERT INTO data_keys (subject_id, key_id, wrapped)
         SELECT * FROM unnest($${jobs.values.length + 1}::uuid[], $${jobs.values.length + 2}::text[], $${jobs.values.length + 3}::bytea[])
         ON CONFLICT DO NOTHING
       )
       INSERT INTO jobs (id, type, organization_id, user_id, request_id, input, webhook_url)
       VALUES ${jobs.places} ON CONFLICT DO NOTHING`,
      [...jobs.values, keys.map(([id]) => id), keys.map(([, id]) => id), keys.map(([, , bytes]) => bytes)],
    );
    return rows.map(() => undefined);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { jobsConfig, retentionConfig, type JobsConfig, type RetentionConfig } from '@app/config';
import { DataKeys } from '@app/data-keys';
import { EraseEvents, SigningSecrets } from '@app/webhooks';
import { Arrivals } from '../audio/arrivals';
import { JobAudio } from '../audio/job-audio';

/** So many at a time: a long backlog is worked off over several rounds, not in one long transaction. */
const BATCH = 500;

/** Deletes what need not be kept any longer (contract: Jobs). Safe to run at any time. */
@Injectable()
export class Retention {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly keys: DataKeys,
    private readonly erase: EraseEvents,
    private readonly secrets: SigningSecrets,
    private readonly audio: JobAudio,
    private readonly arrivals: Arrivals,
    private readonly trail: AuditTrail,
  ) {}

  async execute(): Promise<void> {
    await this.db.transaction((tx) => this.eraseResults(tx));
    const { jobsMs } = this.retention;
    if (jobsMs !== undefined) await this.db.transaction((tx) => this.deleteRows(tx, jobsMs));
    await this.db.query(`DELETE FROM job_idempotency_keys WHERE created_at <= now() - interval '24 hours'`);
    await this.secrets.removeExpired();
    await this.audio.sweep();
    await this.arrivals.sweep();
  }

  private async eraseResults(tx: EntityManager): Promise<void> {
    const ids = await this.erase.due(tx, this.config.resultRetentionMs, BATCH);
    if (ids.length === 0) return;
    await this.erase.contents(tx, ids);
    await this.keys.destroy(tx, ids);
  }

  /** After RETENTION_JOBS, with what is left of them; not while their webhooks are still on their way. */
  private async deleteRows(tx: EntityManager, ageMs: number): Promise<void> {
    let ids: string[] = [];
    // A page whose webhooks are all on their way must not hide what is behind it.
    for (let page = await this.ended(tx, ageMs); page.length > 0 && ids.length === 0;) {
      const last = page.at(-1)!;
      const onTheirWay = await this.erase.pending(
        tx,
        page.map(({ id }) => id),
      );
      ids = page.map(({ id }) => id).filter((id) => !onTheirWay.has(id));
      page = await this.ended(tx, ageMs, last);
    }
    if (ids.length === 0) return;
    await tx.query('DELETE FROM jobs WHERE id = ANY($1::uuid[])', [ids]);
    await this.erase.rows(tx, ids);
    await this.keys.destroy(tx, ids);
    await this.trail.record(tx, { action: 'job.expire', counts: { jobs: ids.length } });
  }

  /** Jobs that ended so long ago, in order, from after one of them. */
  private ended(tx: EntityManager, ageMs: number, after?: EndedJob): Promise<EndedJob[]> {
    return tx.query(
      `SELECT id, finished_at::text AS at FROM jobs
       WHERE finished_at <= now() - make_interval(secs => $1)
         AND (finished_at, id) > ($2::timestamptz, $3::uuid)
       ORDER BY finished_at, id LIMIT $4`,
      [ageMs / 1000, after?.at ?? '-infinity', after?.id ?? NIL, BATCH],
    );
  }
}

interface EndedJob {
  id: string;
  at: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';

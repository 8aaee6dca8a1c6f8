import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { jobsConfig, type JobsConfig } from '@app/config';
import { DataKeys } from '@app/crypto';
import { EraseEvents, SigningSecrets } from '@app/webhooks';
import { JobAudio } from '../audio/job-audio';

/** So many at a time: a long backlog is worked off over several rounds, not in one long transaction. */
const BATCH = 500;

/** Deletes what need not be kept any longer (contract 9). Safe to run at any time. */
@Injectable()
export class Retention {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly keys: DataKeys,
    private readonly erase: EraseEvents,
    private readonly secrets: SigningSecrets,
    private readonly audio: JobAudio,
  ) {}

  async execute(): Promise<void> {
    await this.db.transaction((tx) => this.eraseResults(tx));
    await this.db.transaction((tx) => this.deleteRows(tx));
    await this.db.query(`DELETE FROM job_idempotency_keys WHERE created_at <= now() - interval '24 hours'`);
    await this.secrets.removeExpired();
    await this.audio.sweep();
  }

  private async eraseResults(tx: EntityManager): Promise<void> {
    const ids = await this.erase.due(tx, this.config.resultRetentionMs, BATCH);
    if (ids.length === 0) return;
    await this.erase.contents(tx, ids);
    await this.keys.destroy(tx, ids);
  }

  /** The rows without content, after 90 days. */
  private async deleteRows(tx: EntityManager): Promise<void> {
    const [rows] = await tx.query<[{ id: string }[], number]>(
      `DELETE FROM jobs WHERE id IN (
         SELECT id FROM jobs WHERE finished_at <= now() - interval '90 days' ORDER BY finished_at LIMIT $1
       ) RETURNING id`,
      [BATCH],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await this.erase.rows(tx, ids);
    await this.keys.destroy(tx, ids);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { joinKey } from '@app/data-keys';

/** Stores which jobs have written files. */
@Injectable()
export class ResultFilesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async add(jobId: string): Promise<void> {
    await this.db.query('INSERT INTO job_result_files (job_id) VALUES ($1) ON CONFLICT DO NOTHING', [jobId]);
  }

  /** Returns jobs without a data key: it was deleted with their result. */
  async withoutKey(take: number): Promise<string[]> {
    const rows = await this.db.query<{ job_id: string }[]>(
      `SELECT files.job_id FROM job_result_files files ${joinKey('files.job_id')}
       WHERE wrapped IS NULL ORDER BY files.created_at LIMIT $1`,
      [take],
    );
    return rows.map(({ job_id: id }) => id);
  }

  async delete(jobId: string): Promise<void> {
    await this.db.query('DELETE FROM job_result_files WHERE job_id = $1', [jobId]);
  }
}

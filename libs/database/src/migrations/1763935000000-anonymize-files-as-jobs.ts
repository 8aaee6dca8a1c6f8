import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that anonymize a file, and the files that jobs return. */
export class AnonymizeFilesAsJobs1763935000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE jobs DROP CONSTRAINT jobs_type_known, ADD CONSTRAINT jobs_type_known
        CHECK (type IN ('anonymization', 'transcription', 'file_anonymization'));
      ALTER TABLE jobs ADD result_file bytea;
      CREATE TABLE job_result_files (
        job_id uuid CONSTRAINT job_result_files_pkey PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TABLE job_result_files;
      DELETE FROM jobs WHERE type = 'file_anonymization';
      ALTER TABLE jobs DROP result_file, DROP CONSTRAINT jobs_type_known,
        ADD CONSTRAINT jobs_type_known CHECK (type IN ('anonymization', 'transcription'))`);
  }
}

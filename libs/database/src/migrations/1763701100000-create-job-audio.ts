import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateJobAudio1763701100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE job_audio (
        job_id uuid CONSTRAINT job_audio_pkey PRIMARY KEY,
        arriving_key text CONSTRAINT job_audio_arriving_key UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX job_audio_age ON job_audio (created_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE job_audio');
  }
}

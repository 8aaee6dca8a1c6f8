import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateJobs1763700600000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE jobs (
        id uuid CONSTRAINT jobs_pkey PRIMARY KEY,
        type text NOT NULL,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        request_id text NOT NULL,
        status text NOT NULL DEFAULT 'accepted',
        error text,
        progress smallint NOT NULL DEFAULT 0,
        attempts smallint NOT NULL DEFAULT 0,
        available_at timestamptz NOT NULL DEFAULT now(),
        lease_owner uuid,
        lease_until timestamptz,
        input bytea,
        webhook_url bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT jobs_type_known CHECK (type IN ('anonymization', 'transcription')),
        CONSTRAINT jobs_status_known CHECK (status IN ('accepted', 'completed', 'failed'))
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
      CREATE INDEX jobs_unfinished ON jobs (type, organization_id, id) WHERE status = 'accepted';
      CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;

      CREATE TABLE job_turns (
        type text NOT NULL,
        organization_id uuid NOT NULL,
        served_at timestamptz NOT NULL,
        CONSTRAINT job_turns_pkey PRIMARY KEY (type, organization_id)
      ) WITH (fillfactor = 50);

      CREATE TABLE job_idempotency_keys (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        type text NOT NULL,
        key_hash text NOT NULL,
        request_hash text NOT NULL,
        job_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT job_idempotency_keys_pkey PRIMARY KEY (organization_id, user_id, type, key_hash)
      );
      CREATE INDEX job_idempotency_keys_age ON job_idempotency_keys (created_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE job_idempotency_keys, job_turns, jobs');
  }
}

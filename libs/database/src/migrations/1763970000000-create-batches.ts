import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByUser, ownedThrough } from './row-security';

/** Batches of OpenAI's interface, their files, what restores their lines, and what is left at providers. */
export class CreateBatches1763970000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE batches (
        id uuid CONSTRAINT batches_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        input_file_id uuid NOT NULL,
        endpoint text NOT NULL,
        status text NOT NULL,
        state jsonb NOT NULL,
        sealed bytea NOT NULL,
        sealed_table bytea,
        revision integer NOT NULL,
        created_at timestamptz NOT NULL,
        due_at timestamptz
      );
      CREATE INDEX batches_by_owner ON batches (user_id, organization_id, id);
      CREATE INDEX batches_by_time ON batches (due_at);
      CREATE INDEX batches_by_age ON batches (created_at);

      CREATE TABLE batch_lines (
        batch_id uuid CONSTRAINT batch_lines_batch_fkey REFERENCES batches ON DELETE CASCADE,
        number integer,
        sealed bytea NOT NULL,
        CONSTRAINT batch_lines_pkey PRIMARY KEY (batch_id, number)
      );

      CREATE TABLE batch_files (
        id uuid CONSTRAINT batch_files_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        -- Of the results of a batch.
        batch_id uuid CONSTRAINT batch_files_batch_fkey REFERENCES batches ON DELETE CASCADE,
        name bytea NOT NULL,
        -- Null until the upload is complete.
        bytes bigint,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX batch_files_by_owner ON batch_files (user_id, organization_id, id);
      CREATE INDEX batch_files_by_age ON batch_files (created_at);
      CREATE INDEX batch_files_by_batch ON batch_files (batch_id);

      CREATE TABLE provider_removals (
        provider text,
        kind text,
        upstream_id text,
        due_at timestamptz NOT NULL,
        CONSTRAINT provider_removals_pkey PRIMARY KEY (provider, kind, upstream_id)
      );
      CREATE INDEX provider_removals_by_time ON provider_removals (due_at);
    `);
    await q.query(ownedByUser('batches'));
    await q.query(ownedThrough('batch_lines', 'batch_id', 'batches'));
    await q.query(ownedByUser('batch_files'));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DELETE FROM data_keys WHERE subject_id IN (SELECT id FROM batches UNION ALL SELECT id FROM batch_files);
      DROP TABLE provider_removals, batch_files, batch_lines, batches;
      DROP FUNCTION batch_lines_in_scope(uuid);
    `);
  }
}

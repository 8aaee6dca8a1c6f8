import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByUser } from './row-security';

/** What restores the answers to calls of LiteLLM proxies, for some minutes. */
export class CreateGuardedCalls1763940000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE guarded_calls (
        id uuid CONSTRAINT guarded_calls_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        call_hash text NOT NULL,
        revision integer NOT NULL,
        sealed bytea NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX guarded_calls_by_call ON guarded_calls (organization_id, user_id, call_hash);
      CREATE INDEX guarded_calls_by_expiry ON guarded_calls (expires_at);
    `);
    await q.query(ownedByUser('guarded_calls'));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DELETE FROM data_keys WHERE subject_id IN (SELECT id FROM guarded_calls);
      DROP TABLE guarded_calls;
    `);
  }
}

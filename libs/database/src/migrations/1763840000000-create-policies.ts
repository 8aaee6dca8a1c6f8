import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization } from './row-security';

/** Policies of organizations, with a row for each version, and the version under which a job was accepted. */
export class CreatePolicies1763840000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE policy_versions (
        organization_id uuid NOT NULL,
        version integer NOT NULL,
        id uuid NOT NULL,
        document bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT policy_versions_pkey PRIMARY KEY (organization_id, version),
        CONSTRAINT policy_versions_id UNIQUE (id)
      )`);
    await q.query(ownedByOrganization('policy_versions'));
    await q.query('ALTER TABLE jobs ADD policy_version integer');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE jobs DROP policy_version');
    await q.query('DROP TABLE policy_versions');
  }
}

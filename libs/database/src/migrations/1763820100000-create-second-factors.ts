import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One-time passwords of users in addition to their passwords, and organizations that require them. */
export class CreateSecondFactors1763820100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE organizations ADD second_factor_required boolean NOT NULL DEFAULT false');
    await q.query(`
      CREATE TABLE second_factors (
        id uuid CONSTRAINT second_factors_pkey PRIMARY KEY,
        user_id uuid NOT NULL
          CONSTRAINT second_factors_user_id_fkey REFERENCES users ON DELETE CASCADE
          CONSTRAINT second_factors_user_unique UNIQUE,
        secret bytea NOT NULL,
        confirmed_at timestamptz,
        last_step bigint
      )`);
    await q.query(`
      CREATE TABLE recovery_codes (
        factor_id uuid NOT NULL
          CONSTRAINT recovery_codes_factor_id_fkey REFERENCES second_factors ON DELETE CASCADE,
        hash text NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (factor_id, hash)
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE recovery_codes, second_factors');
    await q.query('ALTER TABLE organizations DROP second_factor_required');
  }
}

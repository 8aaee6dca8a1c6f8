import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are being erased. Their usage remains with the organization, without the id of the user. */
export class CreateErasures1763702400000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE erasures (
        user_id uuid CONSTRAINT erasures_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        rounds smallint NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL
      );
      ALTER TABLE token_usage ALTER COLUMN user_id DROP NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TABLE erasures;
      DELETE FROM token_usage WHERE user_id IS NULL;
      ALTER TABLE token_usage ALTER COLUMN user_id SET NOT NULL`);
  }
}

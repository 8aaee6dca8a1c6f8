import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDataKeys1763700000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE data_keys (
        subject_id uuid CONSTRAINT data_keys_pkey PRIMARY KEY,
        key_id text NOT NULL,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE data_keys');
  }
}

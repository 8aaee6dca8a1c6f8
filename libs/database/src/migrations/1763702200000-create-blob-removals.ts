import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBlobRemovals1763702200000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE blob_removals (
        name text CONSTRAINT blob_removals_pkey PRIMARY KEY,
        due_at timestamptz NOT NULL
      );
      CREATE INDEX blob_removals_by_time ON blob_removals (due_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE blob_removals');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What restores the values of a job's result, for jobs that are restorable. */
export class StoreIssuedTables1763920000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE jobs ADD issued_table bytea');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE jobs DROP issued_table');
  }
}

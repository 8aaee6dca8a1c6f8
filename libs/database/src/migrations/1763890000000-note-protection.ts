import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The protection of calls in the usage table, and the error code of a failed job, for the job and its webhook. */
export class NoteProtection1763890000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE token_usage ADD protection text;
      ALTER TABLE jobs ADD error_code text;
      ALTER TABLE webhook_deliveries ADD error_code text;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE webhook_deliveries DROP error_code;
      ALTER TABLE jobs DROP error_code;
      ALTER TABLE token_usage DROP protection;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate limits of single users and organizations, which override the settings. */
export class StoreRateLimits1763702700000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const table of ['organizations', 'users'])
      await q.query(`ALTER TABLE ${table} ADD rate_limits jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of ['organizations', 'users']) await q.query(`ALTER TABLE ${table} DROP rate_limits`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name that a user has chosen, apart from the one that SCIM sets. The previous version does not read it. */
export class StoreChosenNames1764030000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE user_profiles ADD COLUMN chosen_name text');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE user_profiles DROP COLUMN chosen_name');
  }
}

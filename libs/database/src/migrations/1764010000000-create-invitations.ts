import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The invitation of a user who has no password yet, as a hash. The previous version leaves it when it sets a password,
 * so an invitation counts only without one.
 */
export class CreateInvitations1764010000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE users
        ADD COLUMN invitation_hash text,
        ADD COLUMN invitation_until timestamptz,
        ADD CONSTRAINT users_invitation_ends CHECK ((invitation_hash IS NULL) = (invitation_until IS NULL));
      CREATE UNIQUE INDEX users_invitation_unique ON users (invitation_hash) WHERE invitation_hash IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP INDEX users_invitation_unique;
      ALTER TABLE users DROP COLUMN invitation_hash, DROP COLUMN invitation_until`);
  }
}

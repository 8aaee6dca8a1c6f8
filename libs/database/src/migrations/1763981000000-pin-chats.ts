import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pinned chats, which come first in lists. The previous version lists chats by last use only, with the index that it has. */
export class PinChats1763981000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE chats ADD COLUMN pinned boolean NOT NULL DEFAULT false;
      CREATE INDEX chats_by_pin ON chats (user_id, organization_id, pinned, last_used_at, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP INDEX chats_by_pin;
      ALTER TABLE chats DROP COLUMN pinned`);
  }
}

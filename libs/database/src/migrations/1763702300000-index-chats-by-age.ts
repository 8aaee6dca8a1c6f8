import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the chats of all owners by last use, for retention. */
export class IndexChatsByAge1763702300000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX chats_by_age ON chats (last_used_at)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX chats_by_age');
  }
}

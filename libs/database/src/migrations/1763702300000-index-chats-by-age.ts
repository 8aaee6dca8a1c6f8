import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chats that nobody used for long, whosever they are: for retention. */
export class IndexChatsByAge1763702300000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX chats_by_age ON chats (last_used_at)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX chats_by_age');
  }
}

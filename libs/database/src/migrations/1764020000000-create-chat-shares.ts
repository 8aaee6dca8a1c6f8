import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization } from './row-security';

/** Links by which users of an organization read a chat of another user. Names are sealed with the key of the chat. */
export class CreateChatShares1764020000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE chat_shares (
        id uuid CONSTRAINT chat_shares_pkey PRIMARY KEY,
        chat_id uuid NOT NULL CONSTRAINT chat_shares_chat_unique UNIQUE
          CONSTRAINT chat_shares_chat_fkey REFERENCES chats (id) ON DELETE CASCADE,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        turn_ids uuid[] NOT NULL,
        name bytea,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX chat_shares_expiring ON chat_shares (expires_at)`);
    await q.query(ownedByOrganization('chat_shares'));
    await q.query(`
      CREATE TRIGGER chat_shares_note_erasure AFTER DELETE ON chat_shares FOR EACH ROW
        EXECUTE FUNCTION note_erasure('chat_share')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE chat_shares');
  }
}

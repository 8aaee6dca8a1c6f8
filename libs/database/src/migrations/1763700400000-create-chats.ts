import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of users and the names derived from them are stored only as ciphertext (bytea). */
export class CreateChats1763700400000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE chats (
        id uuid CONSTRAINT chats_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name bytea NOT NULL,
        entity_table bytea,
        accepted_turns integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX chats_by_last_use ON chats (user_id, organization_id, last_used_at, id);
      CREATE TABLE turns (
        id uuid CONSTRAINT turns_pkey PRIMARY KEY,
        chat_id uuid NOT NULL CONSTRAINT turns_chat_fkey REFERENCES chats (id) ON DELETE CASCADE,
        ordinal integer NOT NULL,
        model text NOT NULL,
        hidden_types text[] NOT NULL,
        prompt bytea NOT NULL,
        anonymized_prompt bytea NOT NULL,
        answer bytea NOT NULL,
        restored_answer bytea NOT NULL,
        replacements bytea NOT NULL,
        findings bytea NOT NULL,
        context_tokens integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT turns_in_order UNIQUE (chat_id, ordinal)
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE turns; DROP TABLE chats');
  }
}

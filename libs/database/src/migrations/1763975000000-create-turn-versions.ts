import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedThrough } from './row-security';

/** Versions of turns that are not in the current branch of their chat. The previous version reads the current branch only. */
export class CreateTurnVersions1763975000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE turns ADD COLUMN version_of uuid;
      CREATE TABLE turn_versions (
        id uuid CONSTRAINT turn_versions_pkey PRIMARY KEY,
        chat_id uuid NOT NULL CONSTRAINT turn_versions_chat_fkey REFERENCES chats (id) ON DELETE CASCADE,
        branch uuid NOT NULL,
        version_of uuid,
        ordinal integer NOT NULL,
        model text NOT NULL,
        document_id uuid,
        response_type text NOT NULL DEFAULT 'text'
          CONSTRAINT turn_versions_response_type_known CHECK (response_type IN ('text', 'image')),
        hidden_types text[] NOT NULL,
        prompt bytea NOT NULL,
        anonymized_prompt bytea NOT NULL,
        answer bytea NOT NULL,
        restored_answer bytea NOT NULL,
        replacements bytea NOT NULL,
        findings bytea NOT NULL,
        context_tokens integer NOT NULL,
        created_at timestamptz(3) NOT NULL
      );
      CREATE INDEX turn_versions_by_branch ON turn_versions (chat_id, branch);
      ${ownedThrough('turn_versions', 'chat_id', 'chats')}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TABLE turn_versions;
      DROP FUNCTION turn_versions_in_scope(uuid);
      ALTER TABLE turns DROP COLUMN version_of`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization, ownedThrough } from './row-security';

/**
 * Assistants: instructions with documents, for a user, a group or an organization. An assistant owns its documents, and uses
 * them as a chat does, so that the previous version keeps them. A chat has a sealed copy of the instruction it was started with.
 */
export class CreateAssistants1764020100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE assistants (
        id uuid CONSTRAINT assistants_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid,
        audience text NOT NULL
          CONSTRAINT assistants_audience_known CHECK (audience IN ('self', 'group', 'organization')),
        group_id uuid CONSTRAINT assistants_group_id_fkey REFERENCES groups ON DELETE SET NULL,
        members_edit boolean NOT NULL DEFAULT false,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        changed_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX assistants_by_organization ON assistants (organization_id, id);
      CREATE TABLE assistant_versions (
        assistant_id uuid NOT NULL
          CONSTRAINT assistant_versions_assistant_fkey REFERENCES assistants (id) ON DELETE CASCADE,
        version integer NOT NULL,
        content bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT assistant_versions_pkey PRIMARY KEY (assistant_id, version)
      );
      ALTER TABLE chats ADD COLUMN assistant bytea`);
    await q.query(ownedByOrganization('assistants'));
    await q.query(ownedThrough('assistant_versions', 'assistant_id', 'assistants'));
    await q.query(`
      CREATE TRIGGER assistants_note_erasure AFTER DELETE ON assistants FOR EACH ROW
        EXECUTE FUNCTION note_erasure('assistant')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE chats DROP COLUMN assistant;
      DROP TABLE assistant_versions;
      DROP FUNCTION assistant_versions_in_scope(uuid);
      DROP TABLE assistants`);
  }
}

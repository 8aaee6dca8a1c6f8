import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByMembers, ownedByOrganization, ownedThroughMembership } from './row-security';

/** Cases: entity tables that chats, texts, jobs and calls share, and that members of a group may use. */
export class CreateCases1763900000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE cases (
        id uuid CONSTRAINT cases_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name bytea NOT NULL,
        style text NOT NULL,
        head bytea,
        version integer NOT NULL DEFAULT 0,
        deletions integer NOT NULL DEFAULT 0,
        last_record integer NOT NULL DEFAULT 0,
        entities integer NOT NULL DEFAULT 0,
        contexts integer NOT NULL DEFAULT 0,
        group_id uuid CONSTRAINT cases_group_id_fkey REFERENCES groups ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3)
      );
      ALTER TABLE chats ADD case_id uuid;
      CREATE INDEX cases_by_owner ON cases (user_id, organization_id);
      CREATE INDEX cases_by_age ON cases (last_used_at);
      CREATE INDEX cases_expiring ON cases (expires_at) WHERE expires_at IS NOT NULL;

      CREATE TABLE case_members (
        case_id uuid NOT NULL CONSTRAINT case_members_case_id_fkey REFERENCES cases ON DELETE CASCADE,
        user_id uuid NOT NULL,
        organization_id uuid NOT NULL,
        group_id uuid,
        joined_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT case_members_pkey PRIMARY KEY (case_id, user_id),
        CONSTRAINT case_members_group_member_fkey FOREIGN KEY (user_id, group_id)
          REFERENCES group_members (user_id, group_id) ON DELETE CASCADE
      );
      CREATE INDEX case_members_by_user ON case_members (user_id, organization_id);
      CREATE INDEX case_members_by_group ON case_members (user_id, group_id) WHERE group_id IS NOT NULL;

      CREATE TABLE case_entities (
        case_id uuid NOT NULL CONSTRAINT case_entities_case_id_fkey REFERENCES cases ON DELETE CASCADE,
        id integer NOT NULL,
        tombstone_id uuid NOT NULL,
        sealed bytea NOT NULL,
        brought_by uuid[] NOT NULL,
        CONSTRAINT case_entities_pkey PRIMARY KEY (case_id, id)
      );

      CREATE TABLE case_keys (
        case_id uuid NOT NULL CONSTRAINT case_keys_case_id_fkey REFERENCES cases ON DELETE CASCADE,
        key bigint NOT NULL,
        entity integer NOT NULL,
        CONSTRAINT case_keys_pkey PRIMARY KEY (case_id, key, entity)
      );
      CREATE INDEX case_keys_by_entity ON case_keys (case_id, entity) WHERE entity <> 0;
    `);
    await q.query(ownedByOrganization('case_members'));
    await q.query(ownedByMembers('cases'));
    await q.query(ownedThroughMembership('case_entities'));
    await q.query(ownedThroughMembership('case_keys'));
    await q.query(`
      CREATE TRIGGER cases_note_erasure AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION note_erasure('case');

      CREATE FUNCTION note_forgotten_entity() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO tombstones (kind, id) VALUES ('case_entity', OLD.tombstone_id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      -- Not for entities that are deleted with their case: the tombstone of the case covers them.
      CREATE TRIGGER case_entities_note_erasure AFTER DELETE ON case_entities FOR EACH ROW
        WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_forgotten_entity();

      ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_known, ADD CONSTRAINT api_keys_scopes_known
        CHECK (scopes <@ ARRAY['chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage', 'cases', 'restore']);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      UPDATE api_keys SET scopes = array_remove(array_remove(scopes, 'cases'), 'restore');
      ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_known, ADD CONSTRAINT api_keys_scopes_known
        CHECK (scopes <@ ARRAY['chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage']);
      ALTER TABLE chats DROP case_id;
      DROP TABLE case_keys, case_entities, case_members, cases;
      DROP FUNCTION note_forgotten_entity();
    `);
  }
}

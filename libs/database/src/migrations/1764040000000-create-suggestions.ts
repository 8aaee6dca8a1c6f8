import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByOrganization } from './row-security';

/**
 * Corrections of users as keyed hashes, without values, and the values that an organization's admins may see: at least 5 users
 * have the correction, or one of them suggested it. A deletion of corrections, of a chat or a user, also deletes the values that
 * are not allowed any longer, with their keys. The lock of a hash orders it with additions. The previous version deletes chats,
 * and does not read these tables.
 */
export class CreateSuggestions1764040000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE corrections (
        chat_id uuid NOT NULL
          CONSTRAINT corrections_chat_fkey REFERENCES chats (id) ON DELETE CASCADE,
        value_hash bigint NOT NULL,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        suggested boolean NOT NULL DEFAULT false,
        CONSTRAINT corrections_pkey PRIMARY KEY (chat_id, value_hash)
      );
      CREATE INDEX corrections_by_value ON corrections (organization_id, value_hash);
      CREATE TABLE suggestions (
        id uuid CONSTRAINT suggestions_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        value_hash bigint NOT NULL,
        action text NOT NULL CONSTRAINT suggestions_action_known CHECK (action IN ('keep', 'hide')),
        value bytea,
        created_on date NOT NULL,
        CONSTRAINT suggestions_value_unique UNIQUE (organization_id, value_hash)
      )`);
    await q.query(ownedByOrganization('corrections'));
    await q.query(ownedByOrganization('suggestions'));
    await q.query(`
      CREATE FUNCTION suggestion_reason(organization uuid, hash bigint) RETURNS text LANGUAGE sql STABLE AS $$
        SELECT CASE WHEN count(DISTINCT user_id) >= 5 THEN 'five_users' WHEN bool_or(suggested) THEN 'suggested' END
        FROM corrections WHERE organization_id = organization AND value_hash = hash
      $$;
      CREATE FUNCTION end_suggestions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- In the order in which additions lock them, so that they do not wait for each other.
        PERFORM pg_advisory_xact_lock(value_hash)
          FROM (SELECT DISTINCT value_hash FROM ended ORDER BY value_hash) AS hashes;
        WITH gone AS (
          DELETE FROM suggestions USING (SELECT DISTINCT organization_id, value_hash FROM ended) AS ended
          WHERE suggestions.organization_id = ended.organization_id AND suggestions.value_hash = ended.value_hash
            AND CASE WHEN suggestions.value IS NULL
              THEN NOT EXISTS (
                SELECT FROM corrections WHERE corrections.organization_id = suggestions.organization_id
                  AND corrections.value_hash = suggestions.value_hash)
              ELSE suggestion_reason(suggestions.organization_id, suggestions.value_hash) IS NULL
            END
          RETURNING suggestions.id
        )
        DELETE FROM data_keys USING gone WHERE data_keys.subject_id = gone.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER corrections_end_suggestions AFTER DELETE ON corrections
        REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION end_suggestions()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TABLE suggestions;
      DROP TABLE corrections;
      DROP FUNCTION end_suggestions();
      DROP FUNCTION suggestion_reason(uuid, bigint)`);
  }
}

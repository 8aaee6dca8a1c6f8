import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByUser, ownedThrough } from './row-security';

/**
 * Texts of a user that show what a policy hides in them, with the values that the user marked. A text that is deleted alone
 * has a tombstone of its own; the others are deleted with the key of their evaluation. The previous version does not read these
 * tables.
 */
export class CreateEvaluations1764050000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE evaluations (
        id uuid CONSTRAINT evaluations_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        name bytea NOT NULL,
        measurement bytea,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX evaluations_by_user ON evaluations (organization_id, user_id, id);
      CREATE INDEX evaluations_by_age ON evaluations (created_at);
      CREATE TABLE evaluation_texts (
        id uuid CONSTRAINT evaluation_texts_pkey PRIMARY KEY,
        evaluation_id uuid NOT NULL
          CONSTRAINT evaluation_texts_evaluation_fkey REFERENCES evaluations (id) ON DELETE CASCADE,
        content bytea NOT NULL,
        marked bytea NOT NULL,
        length integer NOT NULL,
        marked_values integer NOT NULL,
        state text NOT NULL DEFAULT 'open'
          CONSTRAINT evaluation_texts_state_known CHECK (state IN ('open', 'done')),
        version integer NOT NULL DEFAULT 1
      );
      CREATE INDEX evaluation_texts_by_evaluation ON evaluation_texts (evaluation_id, id)`);
    await q.query(ownedByUser('evaluations'));
    await q.query(ownedThrough('evaluation_texts', 'evaluation_id', 'evaluations'));
    await q.query(`
      CREATE TRIGGER evaluation_texts_note_erasure AFTER DELETE ON evaluation_texts FOR EACH ROW
        WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_erasure('evaluation_text')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DELETE FROM data_keys WHERE subject_id IN (SELECT id FROM evaluations);
      DROP TABLE evaluation_texts;
      DROP FUNCTION evaluation_texts_in_scope(uuid);
      DROP TABLE evaluations`);
  }
}

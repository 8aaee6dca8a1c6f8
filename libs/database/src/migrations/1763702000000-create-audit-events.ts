import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An append-only table: every statement that changes, deletes or truncates rows is refused. */
export class CreateAuditEvents1763702000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE audit_events (
        id uuid CONSTRAINT audit_events_pkey PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        actor text NOT NULL,
        actor_id uuid,
        account text,
        action text NOT NULL,
        outcome text NOT NULL,
        reason text,
        organization_id uuid,
        subject_type text,
        subject_id text,
        counts jsonb,
        address_hash text,
        CONSTRAINT audit_events_actor_known CHECK (actor IN ('user', 'operator', 'service', 'nobody')),
        CONSTRAINT audit_events_outcome_known CHECK (outcome IN ('done', 'refused'))
      );
      CREATE INDEX audit_events_by_time ON audit_events (at);

      CREATE FUNCTION refuse_audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- An operator's deliberate step: cli audit prune.
        IF TG_OP = 'DELETE' AND current_setting('privacy_chat.prune_audit', true) = 'yes' THEN
          RETURN NULL;
        END IF;
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_changes();
      ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE audit_events; DROP FUNCTION refuse_audit_changes()');
  }
}

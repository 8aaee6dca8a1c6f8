import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hash chain over the audit trail, and entries for model calls. */
export class SealAuditEvents1763810000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE organizations ADD usage_by_person boolean NOT NULL DEFAULT false;

      ALTER TABLE audit_events ADD model text, ADD actor_hash bytea;
      CREATE INDEX audit_events_of_organization ON audit_events (organization_id, at, id);
      CREATE INDEX audit_events_by_action ON audit_events (organization_id, action, at, id)
        WHERE action <> 'model.call';
      CREATE INDEX audit_events_by_subject ON audit_events (organization_id, subject_id, at, id)
        WHERE subject_id IS NOT NULL;

      -- Who caused a call. Apart from the entry, so that it can be forgotten: the entry holds a salted hash.
      CREATE TABLE audit_call_actors (
        -- No index by user: there is a row for every call, and an erasure may take the time to read them all.
        entry_id uuid CONSTRAINT audit_call_actors_pkey PRIMARY KEY,
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        salt bytea NOT NULL
      );

      CREATE TABLE audit_seals (
        organization_id uuid NOT NULL,
        chain text NOT NULL,
        seq bigint NOT NULL,
        entry_id uuid NOT NULL,
        sealed_at timestamptz NOT NULL,
        prev bytea NOT NULL,
        hash bytea NOT NULL,
        CONSTRAINT audit_seals_pkey PRIMARY KEY (organization_id, chain, seq),
        CONSTRAINT audit_seals_entry UNIQUE (entry_id),
        CONSTRAINT audit_seals_chain_known CHECK (chain IN ('events', 'calls'))
      );

      CREATE OR REPLACE FUNCTION refuse_audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- What prunes sets this: see prune_audit.
        IF TG_OP = 'DELETE' AND current_setting('privacy_chat.prune_audit', true) = 'yes' THEN
          RETURN NULL;
        END IF;
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_changes();
      ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only;

      -- Which entries wait for their seal: a list of work, that proves nothing. The nil id stands for no organization.
      CREATE TABLE audit_unsealed (
        organization_id uuid NOT NULL,
        entry_id uuid NOT NULL,
        CONSTRAINT audit_unsealed_pkey PRIMARY KEY (organization_id, entry_id)
      );
      CREATE FUNCTION note_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO audit_unsealed (organization_id, entry_id)
        VALUES (coalesce(NEW.organization_id, '00000000-0000-0000-0000-000000000000'), NEW.id)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER audit_events_note_unsealed AFTER INSERT ON audit_events
        FOR EACH ROW EXECUTE FUNCTION note_unsealed();
      INSERT INTO audit_unsealed (organization_id, entry_id)
      SELECT coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), id FROM audit_events;

      -- Deletes the beginning of a chain. The last seal of what goes stays: the rest hangs on it.
      CREATE FUNCTION prune_audit(of_organization uuid, of_chain text, up_to bigint) RETURNS integer
      LANGUAGE plpgsql SET privacy_chat.prune_audit = 'yes' AS $$
      DECLARE
        pruned integer;
      BEGIN
        DELETE FROM audit_call_actors USING audit_seals AS seal
        WHERE audit_call_actors.entry_id = seal.entry_id
          AND seal.organization_id = of_organization AND seal.chain = of_chain AND seal.seq <= up_to;
        DELETE FROM audit_events USING audit_seals AS seal
        WHERE audit_events.id = seal.entry_id
          AND seal.organization_id = of_organization AND seal.chain = of_chain AND seal.seq <= up_to;
        GET DIAGNOSTICS pruned = ROW_COUNT;
        DELETE FROM audit_seals WHERE organization_id = of_organization AND chain = of_chain
          AND seq < least(up_to, (SELECT max(seq) FROM audit_seals AS seal
                                  WHERE seal.organization_id = of_organization AND seal.chain = of_chain));
        RETURN pruned;
      END $$;
      -- What retention does. A role that may only add entries may do this, and this alone.
      CREATE FUNCTION prune_audit_calls(of_organization uuid, up_to bigint) RETURNS integer
      LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
      AS $$ SELECT prune_audit(of_organization, 'calls', up_to) $$;
      REVOKE EXECUTE ON FUNCTION prune_audit_calls(uuid, bigint) FROM PUBLIC`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION prune_audit_calls(uuid, bigint);
      DROP FUNCTION prune_audit(uuid, text, bigint);
      DROP TRIGGER audit_events_note_unsealed ON audit_events;
      DROP FUNCTION note_unsealed();
      DROP TABLE audit_unsealed, audit_seals, audit_call_actors;
      DROP INDEX audit_events_of_organization, audit_events_by_action, audit_events_by_subject;
      ALTER TABLE audit_events DROP model, DROP actor_hash;
      ALTER TABLE organizations DROP usage_by_person`);
  }
}

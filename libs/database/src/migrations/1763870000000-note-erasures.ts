import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The triggers: table, event, and the kind of tombstone. */
const NOTED = [
  ['data_keys', 'AFTER DELETE ON data_keys', 'key'],
  ['chats', 'AFTER DELETE ON chats', 'chat'],
  ['documents', 'AFTER DELETE ON documents', 'document'],
  ['jobs', 'AFTER DELETE ON jobs', 'job'],
  ['users', 'AFTER DELETE ON users', 'user'],
  // When an erasure begins, because the row of its user is deleted last.
  ['erasures', 'AFTER INSERT ON erasures', 'user'],
] as const;

/**
 * A deletion writes a tombstone with its kind and id in the same transaction. The row stays until it is written outside the
 * database, for the restore of a backup. Triggers ensure that no code that deletes can omit it, including the previous
 * version.
 */
export class NoteErasures1763870000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE tombstones (
        kind text NOT NULL,
        id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT tombstones_pkey PRIMARY KEY (kind, id)
      );
      CREATE FUNCTION note_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        erased uuid;
      BEGIN
        CASE TG_TABLE_NAME
          WHEN 'data_keys' THEN erased := OLD.subject_id;
          WHEN 'erasures' THEN erased := NEW.user_id;
          ELSE erased := OLD.id;
        END CASE;
        INSERT INTO tombstones (kind, id) VALUES (TG_ARGV[0], erased) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    for (const [table, event, kind] of NOTED)
      await q.query(
        `CREATE TRIGGER ${table}_note_erasure ${event} FOR EACH ROW EXECUTE FUNCTION note_erasure('${kind}')`,
      );
    await q.query(`
      CREATE TRIGGER jobs_note_cancelled AFTER UPDATE OF status ON jobs FOR EACH ROW
        WHEN (OLD.status = 'accepted' AND NEW.status = 'failed' AND NEW.error = 'Cancelled')
        EXECUTE FUNCTION note_erasure('cancelled_job');
      CREATE TRIGGER users_note_deactivated AFTER UPDATE OF active ON users FOR EACH ROW
        WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION note_erasure('inactive_user');
      CREATE TRIGGER api_keys_note_revoked AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW
        WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
        EXECUTE FUNCTION note_erasure('revoked_key')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP TRIGGER api_keys_note_revoked ON api_keys;
      DROP TRIGGER users_note_deactivated ON users;
      DROP TRIGGER jobs_note_cancelled ON jobs`);
    for (const [table] of NOTED) await q.query(`DROP TRIGGER ${table}_note_erasure ON ${table}`);
    await q.query('DROP FUNCTION note_erasure(); DROP TABLE tombstones');
  }
}

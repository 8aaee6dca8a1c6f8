import type { Client } from 'pg';
import type { Tombstone } from '@app/tombstones';

/** Rows that a restore did not bring back. */
export interface ErasedRows {
  chats: number;
  documents: number;
  jobs: number;
  users: number;
  /** Data keys: with each, all that was sealed under it. */
  keys: number;
}

/** Somebody may have been made active again after being shut out: only what is about as young as the snapshot counts. */
const RECENT = "interval '1 hour'";

const NOTED = `
  CREATE TEMPORARY TABLE noted (kind text, id uuid, at timestamptz, PRIMARY KEY (kind, id)) ON COMMIT DROP`;

const NOTE = `
  INSERT INTO noted (kind, id, at)
  SELECT kind, id, max(at) FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) AS given (kind, id, at)
  GROUP BY kind, id
  ON CONFLICT (kind, id) DO UPDATE SET at = greatest(noted.at, excluded.at)`;

const ids = (...kinds: readonly string[]): string =>
  `(SELECT id FROM noted WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;

const ofErasedUsers = (kind: string, table: string): string => `
  INSERT INTO noted (kind, id, at) SELECT '${kind}', id, now() FROM ${table} WHERE user_id IN ${ids('user')}
  ON CONFLICT DO NOTHING`;

/** What goes with a person, and with a chat, a document, a job: as their deletions have it. */
const WITH_THEM = [
  ofErasedUsers('chat', 'chats'),
  ofErasedUsers('document', 'documents'),
  ofErasedUsers('job', 'jobs'),
  ofErasedUsers('key', 'second_factors'),
  `INSERT INTO noted (kind, id, at) SELECT 'key', id, at FROM noted WHERE kind IN ('chat', 'document', 'job')
   ON CONFLICT DO NOTHING`,
];

/** What is left of the blobs of what is gone; a store that outlived its database has them. */
const FILES = `
  INSERT INTO blob_removals (name, due_at)
  SELECT kind || 's/' || id || '/', now() FROM noted WHERE kind IN ('chat', 'document', 'job')
  ON CONFLICT DO NOTHING`;

const JOBS = [
  `DELETE FROM webhook_deliveries WHERE subject_id IN ${ids('job')}`,
  `DELETE FROM job_audio WHERE job_id IN ${ids('job')}`,
  // What it was to say, it has said.
  `UPDATE jobs SET status = 'failed', error = 'Cancelled', input = NULL, webhook_url = NULL, lease_owner = NULL,
     lease_until = NULL, finished_at = now()
   WHERE status = 'accepted' AND id IN ${ids('cancelled_job', 'key')}`,
  // Results that were fetched, erased or kept for long enough.
  `UPDATE webhook_deliveries SET url = NULL, body = NULL,
     state = CASE state WHEN 'pending' THEN 'gone' ELSE state END, finished_at = coalesce(finished_at, now())
   WHERE subject_id IN ${ids('key')}`,
  `DELETE FROM webhook_deliveries WHERE event_type IS NOT NULL AND subject_id IN ${ids('key')}`,
];

/** What nobody can open without its key, and what is made anew where it is missing. */
const SEALED = ['webhook_secrets', 'organization_webhooks', 'second_factors'].map(
  (table) => `DELETE FROM ${table} WHERE id IN ${ids('key')}`,
);

const REFERENCES = [
  `DELETE FROM chat_documents WHERE chat_id IN ${ids('chat')}`,
  `UPDATE token_usage SET user_id = NULL, key_id = NULL WHERE user_id IN ${ids('user')}`,
  `DELETE FROM audit_call_actors WHERE user_id IN ${ids('user')}`,
  `DELETE FROM budget_reservations WHERE user_id IN ${ids('user')}`,
  `DELETE FROM job_idempotency_keys WHERE user_id IN ${ids('user')}`,
];

/** Rights that were taken away since the snapshot. */
const RIGHTS = [
  `UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL AND id IN ${ids('revoked_key')}`,
];
const DEACTIVATED = `
  UPDATE users SET active = false
  WHERE id IN (SELECT id FROM noted WHERE kind = 'inactive_user' AND at >= $1::timestamptz - ${RECENT})`;

const LOGINS = 'UPDATE logins SET ended_at = now() WHERE ended_at IS NULL';

const GONE: Readonly<Record<keyof ErasedRows, string>> = {
  chats: `DELETE FROM chats WHERE id IN ${ids('chat')}`,
  documents: `DELETE FROM documents WHERE id IN ${ids('document')}`,
  jobs: `DELETE FROM jobs WHERE id IN ${ids('job')}`,
  users: `DELETE FROM users WHERE id IN ${ids('user')}`,
  keys: `DELETE FROM data_keys WHERE subject_id IN ${ids('key')}`,
};

/** Does once more what tombstones tell of, in the transaction that loads a backup: nobody ever sees it restored. */
export class RestoredRowsStore {
  constructor(private readonly client: Client) {}

  /** @param groups of tombstones; one that comes twice counts once */
  async read(groups: AsyncIterable<readonly Tombstone[]>): Promise<void> {
    await this.client.query(NOTED);
    for await (const group of groups)
      await this.client.query(NOTE, [
        group.map(({ kind }) => kind),
        group.map(({ id }) => id),
        group.map(({ at }) => at),
      ]);
  }

  /** Deletes what was read, with all that goes with it. */
  async deleteErased(since: Date): Promise<ErasedRows> {
    for (const statement of [...WITH_THEM, FILES, ...JOBS, ...SEALED, ...REFERENCES, ...RIGHTS])
      await this.client.query(statement);
    await this.client.query(DEACTIVATED, [since]);
    const erased: Partial<Record<keyof ErasedRows, number>> = {};
    for (const [what, statement] of Object.entries(GONE) as [keyof ErasedRows, string][])
      erased[what] = (await this.client.query(statement)).rowCount ?? 0;
    return erased as ErasedRows;
  }

  /** Everybody logs in anew: some of these logins were ended since, and nobody knows which. */
  async endLogins(): Promise<void> {
    await this.client.query(LOGINS);
  }

  /** Those of the subjects that still have a data key. */
  async withKeys(subjectIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.client.query<{ id: string }>(
      'SELECT subject_id AS id FROM data_keys WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

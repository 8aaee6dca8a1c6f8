import type { Client } from 'pg';
import type { Tombstone } from '@app/tombstones';

/** Rows that were not restored. */
export interface ErasedRows {
  chats: number;
  documents: number;
  jobs: number;
  users: number;
  /** Data keys. Each makes everything that was sealed with it undecryptable. */
  keys: number;
}

/** A user may have been reactivated later, so only deactivations close to the snapshot count. */
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

/** Rows that are deleted with a user, a chat, a document or a job, as in their deletions. */
const WITH_THEM = [
  ofErasedUsers('chat', 'chats'),
  ofErasedUsers('document', 'documents'),
  ofErasedUsers('job', 'jobs'),
  ofErasedUsers('key', 'second_factors'),
  `INSERT INTO noted (kind, id, at) SELECT 'key', id, at FROM noted WHERE kind IN ('chat', 'document', 'job')
   ON CONFLICT DO NOTHING`,
];

/** Plans the deletion of blobs without rows, which exist if the store outlived its database. */
const FILES = `
  INSERT INTO blob_removals (name, due_at)
  SELECT kind || 's/' || id || '/', now() FROM noted WHERE kind IN ('chat', 'document', 'job')
  ON CONFLICT DO NOTHING`;

const JOBS = [
  `DELETE FROM webhook_deliveries WHERE subject_id IN ${ids('job')}`,
  `DELETE FROM job_audio WHERE job_id IN ${ids('job')}`,
  // The job's webhook was sent already.
  `UPDATE jobs SET status = 'failed', error = 'Cancelled', input = NULL, webhook_url = NULL, lease_owner = NULL,
     lease_until = NULL, finished_at = now()
   WHERE status = 'accepted' AND id IN ${ids('cancelled_job', 'key')}`,
  // Results that were fetched, erased or have expired.
  `UPDATE webhook_deliveries SET url = NULL, body = NULL,
     state = CASE state WHEN 'pending' THEN 'gone' ELSE state END, finished_at = coalesce(finished_at, now())
   WHERE subject_id IN ${ids('key')}`,
  `DELETE FROM webhook_deliveries WHERE event_type IS NOT NULL AND subject_id IN ${ids('key')}`,
];

/** Rows that cannot be decrypted without their key, and are recreated when they are missing. */
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

/** Rights that were revoked since the snapshot. */
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

/** Applies tombstones in the transaction that loads a backup, so that deleted rows are never visible. */
export class RestoredRowsStore {
  constructor(private readonly client: Client) {}

  /** @param groups groups of tombstones; duplicates count once */
  async read(groups: AsyncIterable<readonly Tombstone[]>): Promise<void> {
    await this.client.query(NOTED);
    for await (const group of groups)
      await this.client.query(NOTE, [
        group.map(({ kind }) => kind),
        group.map(({ id }) => id),
        group.map(({ at }) => at),
      ]);
  }

  /** Deletes what the tombstones name, with all dependent rows. */
  async deleteErased(since: Date): Promise<ErasedRows> {
    for (const statement of [...WITH_THEM, FILES, ...JOBS, ...SEALED, ...REFERENCES, ...RIGHTS])
      await this.client.query(statement);
    await this.client.query(DEACTIVATED, [since]);
    const erased: Partial<Record<keyof ErasedRows, number>> = {};
    for (const [what, statement] of Object.entries(GONE) as [keyof ErasedRows, string][])
      erased[what] = (await this.client.query(statement)).rowCount ?? 0;
    return erased as ErasedRows;
  }

  /** Ends all logins, because some were ended since the backup and it is unknown which. */
  async endLogins(): Promise<void> {
    await this.client.query(LOGINS);
  }

  /** Returns the subjects that still have a data key. */
  async withKeys(subjectIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.client.query<{ id: string }>(
      'SELECT subject_id AS id FROM data_keys WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

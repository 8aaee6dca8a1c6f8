import type { Pool } from 'pg';

/** Nine of ten entries are model calls, over a hundred days. Ids grow with time, as the service generates them. */
const FILL = `
  WITH made AS (
    SELECT n, at, n % 10 > 0 AS is_call, encode(int8send((extract(epoch FROM at) * 1000)::bigint << 16), 'hex') AS time
    FROM generate_series(1, $1::int) AS n CROSS JOIN LATERAL (
      SELECT now() - interval '100 days' + n * (interval '100 days' / $1::int) AS at) AS times
  ), entries AS (
    SELECT (substr(time, 1, 8) || '-' || substr(time, 9, 4) || '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8000-'
            || lpad(to_hex(n), 12, '0'))::uuid AS id, * FROM made
  ), callers AS (
    INSERT INTO audit_call_actors (entry_id, organization_id, user_id, salt)
    SELECT id, $2, md5('user ' || n % 500)::uuid, decode(md5(n::text), 'hex') FROM entries WHERE is_call
  )
  INSERT INTO audit_events (id, at, actor, actor_id, action, outcome, organization_id, subject_type, subject_id, counts,
                            address_hash, model, actor_hash)
  SELECT id, at, 'user', CASE WHEN is_call THEN NULL ELSE md5('user ' || n % 500)::uuid END,
    CASE WHEN is_call THEN 'model.call' ELSE (ARRAY['login', 'chat.delete', 'job.result', 'document.delete'])[n / 10 % 4 + 1] END,
    'done', $2, CASE WHEN is_call THEN NULL ELSE 'chat' END, CASE WHEN is_call THEN NULL ELSE md5((n % 5000)::text)::uuid::text END,
    CASE WHEN is_call THEN '{"Names": 3, "Emails": 1}'::jsonb END, CASE WHEN is_call THEN NULL ELSE repeat('h', 43) END,
    CASE WHEN is_call THEN 'gpt-4o-mini' END,
    CASE WHEN is_call THEN sha256(decode(md5(n::text), 'hex') || convert_to(md5('user ' || n % 500)::uuid::text, 'UTF8')) END
  FROM entries`;

/** Inserts this many unsealed entries of an organization. */
export const fillTrail = async (db: Pool, organizationId: string, entries: number): Promise<void> => {
  await db.query(FILL, [entries, organizationId]);
};

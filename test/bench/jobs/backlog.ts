import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { newId } from '@app/common';
import { DataKey, KeyRing } from '@app/crypto';

export interface BacklogOptions {
  db: Pool;
  /** A key in the format of ENCRYPTION_KEYS. */
  encryptionKeys: string;
  organizationId: string;
  userId: string;
  webhookUrl: string;
  text: string;
}

const BATCH = 1_000;

/** Inserts `count` waiting jobs as the api writes them, without calling the api. */
export async function fillBacklog(options: BacklogOptions, count: number): Promise<void> {
  const [id = '', key = ''] = options.encryptionKeys.split(':');
  const keyRing = new KeyRing([{ id, key: createSecretKey(key, 'base64') }]);
  for (let done = 0; done < count; done += BATCH)
    await fillBatch(options, keyRing, Math.min(BATCH, count - done));
  await options.db.query('ANALYZE jobs');
}

async function fillBatch(options: BacklogOptions, keyRing: KeyRing, count: number): Promise<void> {
  const { db, organizationId, userId, webhookUrl, text } = options;
  const input = JSON.stringify({ text, lang: 'en', choices: ['Emails'], style: 'placeholders' });
  const rows = Array.from({ length: count }, () => {
    const jobId = newId();
    const key = DataKey.random(jobId);
    return {
      jobId,
      ...key.wrappedBy(keyRing),
      input: key.seal(input, `jobs.input:${jobId}`),
      url: key.seal(webhookUrl, `jobs.webhook_url:${jobId}`),
    };
  });
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await db.query(
    `INSERT INTO data_keys (subject_id, key_id, wrapped)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[])`,
    [column('jobId'), column('keyId'), column('wrapped')],
  );
  await db.query(
    `INSERT INTO jobs (id, type, organization_id, user_id, request_id, input, webhook_url)
     SELECT id, 'anonymization', $4, $5, 'backlog', input, url
     FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS rows (id, input, url)`,
    [column('jobId'), column('input'), column('url'), organizationId, userId],
  );
}

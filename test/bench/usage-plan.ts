/**
 * A year of an organization's usage among a million rows: `npm run bench:usage`. Prints the plan of the query behind
 * POST get-token-usage, and how long it takes.
 */
import { startSystem } from '@app/testing';
import { USAGE_QUERY } from '../../libs/usage/src/usage.store';

const FILL = `
  INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source, created_at)
  SELECT gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid, gen_random_uuid(),
         'model-' || n % 4, 800, 200, 'provider', now() - n * interval '31 seconds'
  FROM generate_series(1, 1000000) AS n`;
const ORGANIZATION = '00000000-0000-7000-8000-000000000007';

async function main(): Promise<void> {
  const { db, stop } = await startSystem({}, []);
  try {
    await db.query(FILL);
    await db.query('VACUUM ANALYZE token_usage');
    const to = new Date();
    const from = new Date(to.getTime() - 365 * 24 * 60 * 60_000);
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${USAGE_QUERY}`, [
      ORGANIZATION,
      from,
      to,
    ]);
    for (const row of rows) console.log(row['QUERY PLAN']);
  } finally {
    await stop();
  }
}

void main();

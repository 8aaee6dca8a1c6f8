/**
 * Measures a year of usage of many organizations: `npm run bench:usage`. Prints the plan of the query of POST
 * get-token-usage, and its time for a month and a year of one organization. BENCH_ROWS (1,000,000) and
 * BENCH_ORGANIZATIONS (20) set the size.
 */
import type { Pool } from 'pg';
import { startSystem } from '@app/testing';
import { USAGE_QUERY } from '../../libs/usage/src/usage.store';
import { percentile } from './jobs/load';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 20);
const DAY_MS = 24 * 60 * 60_000;
const ROUNDS = 100;

const organization = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Fills the table without indexes, then builds the index that the query uses. Only reading is measured. */
async function fill(pool: Pool): Promise<void> {
  const db = await pool.connect();
  await db.query(`SET maintenance_work_mem = '1GB'`);
  const { rows } = await db.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'token_usage_by_time'`,
  );
  await db.query('ALTER TABLE token_usage SET UNLOGGED, DROP CONSTRAINT token_usage_pkey');
  await db.query('DROP INDEX token_usage_by_time');
  await db.query(
    `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source, created_at)
     SELECT md5(n::text)::uuid, ('00000000-0000-7000-8000-' || lpad((n % $2::int)::text, 12, '0'))::uuid, NULL,
            'model-' || n % 4, 800, 200, 'provider', now() - n * (interval '365 days' / $1::int)
     FROM generate_series(1, $1::int) AS n`,
    [ROWS, ORGANIZATIONS],
  );
  await db.query(rows[0]!.indexdef);
  await db.query('VACUUM ANALYZE token_usage');
  db.release();
}

async function main(): Promise<void> {
  const { db, stop } = await startSystem({}, []);
  try {
    await fill(db);
    const to = new Date();
    const since = (days: number): Date => new Date(to.getTime() - days * DAY_MS);
    const plan = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${USAGE_QUERY}`, [
      organization(7),
      since(365),
      to,
    ]);
    for (const row of plan.rows) console.log(row['QUERY PLAN']);
    for (const days of [1, 31, 365]) {
      const times: number[] = [];
      for (let i = 0; i < ROUNDS; i += 1) {
        const startedAt = performance.now();
        await db.query(USAGE_QUERY, [organization(i % ORGANIZATIONS), since(days), to]);
        times.push(performance.now() - startedAt);
      }
      const [median, p95] = [0.5, 0.95].map((part) => percentile(times, part).toFixed(1));
      console.log(`${days} days of one organization: median ${median} ms, p95 ${p95} ms`);
    }
  } finally {
    await stop();
  }
}

void main();

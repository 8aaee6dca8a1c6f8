import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { eventually, startSystem, startUpstream, type TestSystem, type Upstream } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { sendPrompt } from '../support/chat';

const PAGE = readFileSync(join(resolve(__dirname, '../..'), 'docs/operate/capacity.md'), 'utf8');

/** Returns the first day of the month this many months from now, as the page writes it. */
function monthFromNow(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 10);
}

/** Returns the page's SQL by block, with current months. */
const blocks = (): string[] =>
  [...PAGE.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, sql]) =>
    sql!.replaceAll('2026-03-01', monthFromNow(2)).replaceAll('2026-04-01', monthFromNow(3)),
  );

describe('token_usage partitioned by month, as docs/operate/capacity.md describes', () => {
  let upstream: Upstream;
  let system: TestSystem;

  beforeAll(async () => {
    upstream = await startUpstream();
    system = await startSystem({ LLM_BASE_URL: upstream.baseUrl });
  });
  afterAll(async () => {
    await system?.stop();
    await upstream?.stop();
  });

  const total = async (api: ApiClient): Promise<number> => {
    const [start_date, end_date] = [-30, 90].map((days) => new Date(Date.now() + days * 86_400_000));
    const range = { start_date, end_date };
    const { status, body } = await api.post<{ data: { requests: number } }>('get-token-usage', range);
    expect(status).toBe(200);
    return body.data.requests;
  };
  const insert = (organization: string, at: string) =>
    system.db.query(
      `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source, created_at)
       VALUES ($1, $2, $3, 'm', 1, 1, 'provider', $4)`,
      [randomUUID(), organization, randomUUID(), at],
    );

  it('counts during and after the change, in the partition of each time', async () => {
    const user = await system.user();
    const api = new ApiClient(system, user);
    await sendPrompt(api, 'Hello');
    await eventually(async () => expect(await total(api)).toBe(1));
    for (const sql of blocks())
      // CREATE INDEX CONCURRENTLY cannot run in a transaction, and several statements in one query are one.
      for (const statement of sql.includes('CONCURRENTLY') ? sql.split(/;\n/).filter(Boolean) : [sql])
        await system.db.query(statement);
    await sendPrompt(api, 'Hello again');
    await eventually(async () => expect(await total(api)).toBe(2));
    for (const months of [2, 3]) await insert(user.organizationId, `${monthFromNow(months)}T12:00:00Z`);
    const { rows } = await system.db.query<{ name: string; count: number }>(
      'SELECT tableoid::regclass::text AS name, count(*)::int FROM token_usage GROUP BY 1 ORDER BY 1',
    );
    expect(rows).toEqual([
      { name: 'token_usage_2026_03', count: 1 },
      { name: 'token_usage_first', count: 2 },
      { name: 'token_usage_later', count: 1 },
    ]);
  });

  it('separates organizations, also in direct queries of partitions', async () => {
    const client = new Client({
      connectionString: system.databaseUrl,
      application_name: 'privacy-chat/scoped-2',
    });
    await client.connect();
    try {
      await client.query(`SELECT set_config('privacy_chat.scope', 'owner', false)`);
      await client.query(`SELECT set_config('privacy_chat.organization_id', $1, false)`, [randomUUID()]);
      for (const table of ['token_usage', 'token_usage_first', 'token_usage_2026_03', 'token_usage_later'])
        expect([table, await visible(client, table)]).toEqual([table, 0]);
    } finally {
      await client.end();
    }
  });

  /** Returns the number of rows that the programs' role sees there, which is 0 without the privilege. */
  async function visible(client: Client, table: string): Promise<number> {
    const { rowCount } = await client.query(`SELECT FROM ${table}`);
    return rowCount ?? 0;
  }

  it('reads only the partitions of the requested time', async () => {
    const { rows } = await system.db.query<{ 'QUERY PLAN': string }>(
      'EXPLAIN SELECT FROM token_usage WHERE organization_id = $1 AND created_at BETWEEN $2 AND $3',
      [randomUUID(), monthFromNow(2), `${monthFromNow(2)}T23:00:00Z`],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('token_usage_2026_03');
    expect(plan).not.toMatch(/token_usage_(first|later)/);
  });
});

/**
 * Measures the endpoints of a large organization: `npm run bench:access`. It has 10,000 users, 500 groups, 5,000 keys, a budget
 * for each group and key, a million audit entries and as many model calls. Prints the time of list pages and access checks over
 * HTTP, and of a chat with a token, with a key, and with budgets.
 */
import { eventually, startSystem, type TestSystem } from '@app/testing';
import { fillBudgets, fillOrganization } from './access/fill-organization';
import { fillTrail } from './audit/fill-trail';
import { percentile } from './jobs/load';

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const SIZE = { users: 10_000, groups: 500, keys: 5_000, calls: ENTRIES };
const PAGES = Number(process.env.BENCH_PAGES ?? 200);
const CHATS = Number(process.env.BENCH_CHATS ?? 300);
/** Number of warm-up calls. */
const WARM_UP = 20;

type Headers = Record<string, string>;

interface Listed {
  data: { id: string }[];
  next_cursor: string | null;
}

async function main(): Promise<void> {
  const system = await startSystem({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  try {
    const admin = await system.user({ role: 'admin' });
    const { db } = system;
    await fillOrganization(db, admin.organizationId, SIZE);
    await fillTrail(db, admin.organizationId, ENTRIES);
    await eventually(async () => {
      const { rows } = await db.query('SELECT FROM audit_unsealed LIMIT 1');
      if (rows.length > 0) throw new Error('Entries wait for their seals');
    }, 10 * 60_000);
    await system.worker.stop();
    await db.query('VACUUM ANALYZE');
    const token = admin.authorization;
    const key = await newKey(system, token);
    await chats(system, 'without budgets', { token, key });
    await fillBudgets(db, admin.organizationId);
    await chats(system, 'with budgets', { token, key });
    await checks(system, { token, key });
    await lists(system, token);
  } finally {
    await system.stop();
  }
}

async function newKey(system: TestSystem, token: Headers): Promise<Headers> {
  const body = JSON.stringify({ name: 'Bench', scopes: ['chat', 'openai', 'usage'] });
  const { data } = (await send(system.url('/admin/v1/keys'), token, body)) as { data: { key: string } };
  return { authorization: `Bearer ${data.key}` };
}

async function send(address: string, headers: Headers, body?: string): Promise<unknown> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
}

/** Measures both alternately, so that both run under the same conditions. */
async function chats(system: TestSystem, how: string, callers: Record<string, Headers>): Promise<void> {
  const prompt = 'Write to Hans Müller (hans.mueller@firma.example) that Dr. Schmidt will call him.';
  const choices = ['Names', 'Emails', 'Phone'];
  const body = JSON.stringify({ prompt, lang: 'en', choices, model: 'demo-echo', anonymized: true });
  const times: Record<string, number[]> = {};
  for (let round = 0; round < CHATS + WARM_UP; round += 1)
    for (const [name, headers] of Object.entries(callers)) {
      const took = await timed(() => send(system.ai('chat'), headers, body));
      if (round >= WARM_UP) (times[name] ??= []).push(took);
    }
  for (const [name, all] of Object.entries(times)) print(`chat by ${name}, ${how}`, all);
}

async function checks(system: TestSystem, { token, key }: Record<string, Headers>): Promise<void> {
  for (const [name, headers] of Object.entries({ token, key })) {
    await many(`check of a ${name}: GET models`, () => send(system.ai('openai/v1/models'), headers!));
    await many(`budgets of a ${name}: GET budget`, () => send(system.ai('budget'), headers!));
  }
}

/** Reads all pages of 50 repeatedly, one after the other. */
async function lists(system: TestSystem, token: Headers): Promise<void> {
  const at = (path: string) => system.url(`/admin/v1/${path}`);
  const page = async (path: string) => (await send(at(path), token)) as Listed;
  const group = (await page('groups?limit=1')).data[0]!.id;
  for (const path of [
    'users',
    'groups',
    `groups/${group}/members`,
    'keys',
    'budgets',
    'jobs',
    'audit',
    'audit?action=model.call',
    'audit?action=login',
    'audit?action=policy',
  ]) {
    let cursor: string | null = null;
    await many(`GET ${path.replace(group, '{group_id}')}`, async () => {
      const query = `${path.includes('?') ? '&' : '?'}limit=50${cursor ? `&cursor=${cursor}` : ''}`;
      cursor = (await page(path + query)).next_cursor;
    });
  }
  await many('GET organization', () => send(at('organization'), token));
}

async function many(name: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let nth = 0; nth < PAGES + WARM_UP; nth += 1) {
    const took = await timed(call);
    if (nth >= WARM_UP) times.push(took);
  }
  print(name, times);
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

function print(name: string, times: readonly number[]): void {
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
  console.log(`${name}: p50 ${p50} ms, p95 ${p95} ms`);
}

void main();

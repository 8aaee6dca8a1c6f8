/**
 * Compares the cost of gateways that a user can choose: `npm run bench:gateways [-- CALLS]`. The gateways run alternately,
 * each alone on the machine except for the model and its callers: a bare Express and axios pass-through, the same with one
 * durable statement per call, Portkey's gateway, LiteLLM's proxy, and this service with e-mails and phones only and with
 * names. Those with Anthropic's dialect run in it, too, before a model that speaks it.
 * Prompts are short and each is different. Prints what each adds to a direct call with 1, 16 and 64 concurrent calls, calls per
 * second with 64 callers and a model without delay, and its memory, idle and under this load.
 *
 * At the end it prints the project's goals: the throughput with e-mails and phones on, relative to the pass-through with a
 * statement; and with names on, relative to what the network's own processor time leaves of that.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startSystem } from '@app/testing';
import { medians, startNetwork, startPassThrough, startProcess } from './chat/floor';
import { startLiteLlm } from './gateways/litellm';
import { startPortkey } from './gateways/portkey';
import { processTree, residentBytes } from './processes';

/** Number of warm-up calls: as many as compile all code as in a service that has run for days. */
const CALLS = Number(process.argv[2] ?? 10_000);
const AT_ONCE = [1, 16, 64] as const;
const SATURATING = 64;
const ANSWERS_AFTER_MS = 200;
/** Minimum number of sequential calls: the median of a few is random. */
const FEWEST = 24;
const NETWORK_ROUNDS = 200;
const PROCESSORS = 2;

const prompt = (turn: number): string =>
  `Dear Mr. Hans Müller, thank you for calling us on +49 30 1234567 about order ${turn}. We sent the contract to ` +
  'hans.mueller@firma.de and would like to hear from you by Friday at the latest. Best, Eva Schulz';

/** The dialects, with their address below `/v1`, and a body with a prompt. */
const DIALECTS = {
  chat: {
    path: 'chat/completions',
    body: (content: string) => ({ model: 'test-model', messages: [{ role: 'user', content }] }),
  },
  messages: {
    path: 'messages',
    body: (content: string) => ({
      model: 'test-claude',
      max_tokens: 100,
      messages: [{ role: 'user', content }],
    }),
  },
};
type Dialect = keyof typeof DIALECTS;

interface Gateway {
  name: string;
  dialect: Dialect;
  /** A process of the gateway; its descendants count too. If absent, calls go directly to the model. */
  pid?: number;
  url: string;
  headers?: Record<string, string>;
  stop?(): void;
}

let turn = 0;

async function main(): Promise<void> {
  const upstream = await startProcess(join(__dirname, 'gateways/upstream.process.ts'), []);
  const model = `${upstream.base}/v1`;
  const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-bench-'));
  const providers = join(folder, 'providers.yaml');
  await writeFile(providers, providersAt(upstream.base));
  const env = { PROVIDERS_FILE: providers, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const after = (ms: number) => fetch(`${upstream.base}/after/${ms}`, { method: 'POST' });
  const perSecond = new Map<string, number>();
  const system = await startSystem(env, ['api']);
  try {
    await system.db.query('CREATE TABLE passed (id bigserial PRIMARY KEY, content bytea)');
    await system.db.query('GRANT ALL ON passed, passed_id_seq TO PUBLIC');
    const { authorization } = await system.user();
    const ours = (kinds: string, dialect: Dialect) => (): Gateway => ({
      name: `privacy-chat, ${kinds.includes('Names') ? 'names too' : 'e-mails and phones'}`,
      dialect,
      pid: system.api.pid,
      url: system.ai(dialect === 'chat' ? 'openai/v1/chat/completions' : 'anthropic/v1/messages'),
      headers: { ...authorization, 'x-anonymize': kinds },
    });
    const portkey = (dialect: Dialect) => async (): Promise<Gateway> => {
      const { base, headersOf, ...started } = await startPortkey(model);
      const headers = headersOf(dialect === 'chat' ? 'openai' : 'anthropic');
      return { name: 'Portkey', dialect, url: `${base}/${DIALECTS[dialect].path}`, headers, ...started };
    };
    const liteLlm = (dialect: Dialect) => async (): Promise<Gateway> => {
      const { base, ...started } = await startLiteLlm(upstream.base);
      return { name: 'LiteLLM', dialect, url: `${base}/${DIALECTS[dialect].path}`, ...started };
    };
    const inBoth = (dialect: Dialect) => [
      portkey(dialect),
      liteLlm(dialect),
      ours('Emails,Phone', dialect),
      ours('Names,Emails,Phone', dialect),
    ];
    const gateways: (() => Promise<Gateway> | Gateway)[] = [
      async () => ({ name: 'pass-through', dialect: 'chat', ...(await startPassThrough(model)) }),
      async () => ({
        name: 'pass-through, statement',
        dialect: 'chat',
        ...(await startPassThrough(model, system.api.env.DATABASE_URL)),
      }),
      ...inBoth('chat'),
      ...inBoth('messages'),
    ];
    const direct = (dialect: Dialect): Gateway => ({
      name: 'direct',
      dialect,
      url: `${model}/${DIALECTS[dialect].path}`,
    });
    console.log(
      `${'added, p50/p99 (ms)'.padEnd(44)}${AT_ONCE.map((n) => `${n} at once`.padStart(14)).join('')}` +
        `${'calls/s'.padStart(10)}${'MB idle'.padStart(10)}${'MB then'.padStart(10)}`,
    );
    for (const start of gateways) {
      const gateway = await start();
      await measure(200, 8, gateway);
      await setTimeout(2_000);
      const idle = memory(gateway);
      await after(ANSWERS_AFTER_MS);
      const added: string[] = [];
      for (const atOnce of AT_ONCE) {
        const count = Math.max(FEWEST, atOnce * 8);
        const there = await measure(count, atOnce, direct(gateway.dialect), ANSWERS_AFTER_MS);
        const here = await measure(count, atOnce, gateway, ANSWERS_AFTER_MS);
        added.push(`${(here.p50 - there.p50).toFixed(1)}/${(here.p99 - there.p99).toFixed(1)}`);
      }
      await after(0);
      await measure(CALLS, SATURATING, gateway);
      const { perSecond: rate } = await measure(CALLS, SATURATING, gateway);
      if (gateway.dialect === 'chat') perSecond.set(gateway.name, rate);
      console.log(
        `${(gateway.dialect === 'chat' ? gateway.name : `${gateway.name}, messages`).padEnd(44)}${added.map((text) => text.padStart(14)).join('')}` +
          `${rate.toFixed(0).padStart(10)}${idle.padStart(10)}${memory(gateway).padStart(10)}`,
      );
      gateway.stop?.();
    }
    await sayGoals(perSecond);
  } finally {
    await system.stop();
    upstream.stop();
    await rm(folder, { recursive: true });
  }
}

/** Providers of both dialects, at one address. */
const providersAt = (base: string): string => `providers:
  - { name: openai, protocol: openai, api: chat, base_url: "${base}/v1", models: [{ id: test-model }] }
  - { name: anthropic, protocol: anthropic, base_url: "${base}", models: [{ id: test-claude }] }
`;

async function sayGoals(perSecond: ReadonlyMap<string, number>): Promise<void> {
  const rate = (name: string): number => perSecond.get(name) ?? NaN;
  const [bare, without] = [rate('pass-through, statement'), rate('privacy-chat, e-mails and phones')];
  const network = await startNetwork();
  const { found } = await medians(NETWORK_ROUNDS, 0, { found: () => network.call(prompt((turn += 1))) });
  await network.stop();
  // Each call uses this time on all processors, and the network uses one of them.
  const leaves = 1 / (1 / without + found / 1_000 / PROCESSORS);
  console.log(
    `\ne-mails and phones: ${share(without / bare)} of the pass-through with a statement (goal 60 %)\n` +
      `names: ${share(rate('privacy-chat, names too') / leaves)} of what the network's ${found.toFixed(1)} ms leave, ` +
      `${leaves.toFixed(0)} calls/s (goal 75 %)`,
  );
}

const share = (of: number): string => `${(of * 100).toFixed(0)} %`;

const memory = ({ pid }: Gateway): string =>
  (pid === undefined
    ? 0
    : processTree(pid)
        .map(residentBytes)
        .reduce((sum, bytes) => sum + bytes / 1e6, 0)
  ).toFixed(0);

/** @param spreadMs over which callers start, as independent users do */
async function measure(count: number, atOnce: number, gateway: Gateway, spreadMs = 0) {
  const times: number[] = [];
  let left = count;
  const begun = performance.now();
  const caller = async (_: unknown, i: number): Promise<void> => {
    await setTimeout((i / atOnce) * spreadMs);
    while (left-- > 0) {
      const startedAt = performance.now();
      await call(gateway);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => 0).map(caller));
  const perSecond = times.length / ((performance.now() - begun) / 1_000);
  times.sort((a, b) => a - b);
  const at = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), perSecond };
}

async function call({ name, dialect, url, headers }: Gateway): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers },
    body: JSON.stringify(DIALECTS[dialect].body(prompt((turn += 1)))),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

void main();

/**
 * Compares the cost of gateways that a Node user can choose: `npm run bench:gateways [-- CALLS]`. The gateways run alternately,
 * each alone on the machine except for the model and its callers: a bare Express and axios pass-through, the same with one
 * durable statement per call, Portkey's gateway, and this service with e-mails and phones only and with names.
 * Prompts are short and each is different. Prints what each adds to a direct call with 1, 16 and 64 concurrent calls, calls per
 * second with 64 callers and a model without delay, and its memory, idle and under this load.
 *
 * At the end it prints the project's goals: the throughput with e-mails and phones on, relative to the pass-through with a
 * statement; and with names on, relative to what the network's own processor time leaves of that.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startSystem } from '@app/testing';
import { medians, startNetwork, startPassThrough, startProcess } from './chat/floor';
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

interface Gateway {
  name: string;
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
  const env = { LLM_BASE_URL: model, LLM_API: 'chat', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const after = (ms: number) => fetch(`${upstream.base}/after/${ms}`, { method: 'POST' });
  const perSecond = new Map<string, number>();
  const system = await startSystem(env, ['api']);
  try {
    await system.db.query('CREATE TABLE passed (id bigserial PRIMARY KEY, content bytea)');
    await system.db.query('GRANT ALL ON passed, passed_id_seq TO PUBLIC');
    const { authorization } = await system.user();
    const ours = (name: string, kinds: string): Gateway => ({
      name,
      pid: system.api.pid,
      url: system.ai('openai/v1/chat/completions'),
      headers: { ...authorization, 'x-anonymize': kinds },
    });
    const gateways: (() => Promise<Gateway> | Gateway)[] = [
      async () => ({ name: 'pass-through', ...(await startPassThrough(model)) }),
      async () => ({
        name: 'pass-through, statement',
        ...(await startPassThrough(model, system.api.env.DATABASE_URL)),
      }),
      async () => ({ name: 'Portkey', ...(await startPortkey(model)) }),
      () => ours('privacy-chat, e-mails and phones', 'Emails,Phone'),
      () => ours('privacy-chat, names too', 'Names,Emails,Phone'),
    ];
    const direct: Gateway = { name: 'direct', url: `${model}/chat/completions` };
    console.log(
      `${'added, p50/p99 (ms)'.padEnd(34)}${AT_ONCE.map((n) => `${n} at once`.padStart(14)).join('')}` +
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
        const there = await measure(count, atOnce, direct, ANSWERS_AFTER_MS);
        const here = await measure(count, atOnce, gateway, ANSWERS_AFTER_MS);
        added.push(`${(here.p50 - there.p50).toFixed(1)}/${(here.p99 - there.p99).toFixed(1)}`);
      }
      await after(0);
      await measure(CALLS, SATURATING, gateway);
      const { perSecond: rate } = await measure(CALLS, SATURATING, gateway);
      perSecond.set(gateway.name, rate);
      console.log(
        `${gateway.name.padEnd(34)}${added.map((text) => text.padStart(14)).join('')}` +
          `${rate.toFixed(0).padStart(10)}${idle.padStart(10)}${memory(gateway).padStart(10)}`,
      );
      gateway.stop?.();
    }
    await sayGoals(perSecond);
  } finally {
    await system.stop();
    upstream.stop();
  }
}

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

async function call({ name, url, headers }: Gateway): Promise<void> {
  const messages = [{ role: 'user', content: prompt((turn += 1)) }];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'test-model', messages }),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

void main();

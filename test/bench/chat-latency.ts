/**
 * What the service adds to a call of the model: `npm run bench:chat [-- REQUESTS]`. Prompts of about 200 bytes in
 * new chats, no two alike, detection on, an upstream that answers after 1 s; direct calls of the same upstream beside
 * them. Callers start spread over that second, since people do not press the key together.
 */
import { setTimeout } from 'node:timers/promises';
import { startSystem, startUpstream } from '@app/testing';

const ANSWERS_AFTER_MS = 1_000;
/** No two alike: what was detected once is remembered. */
const prompt = (turn: number): string =>
  `Dear Mr. Hans Müller, thank you for calling us on +49 30 1234567 about order ${turn}. We sent the contract to ` +
  'hans.mueller@firma.de and would like to hear from you by Friday at the latest. Best, Eva Schulz';
/** Compiled, caches filled: as the service is a minute after its start. */
const WARM_UP = 64;
const REQUESTS = Number(process.argv[2] ?? 256);
/** Also where they come one by one: the middle of a few is chance. */
const FEWEST = 24;

async function main(): Promise<void> {
  const upstream = await startUpstream();
  upstream.intercept = async ({ path }) => {
    if (!path.endsWith('/models')) await setTimeout(ANSWERS_AFTER_MS);
    return false;
  };
  const env = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const system = await startSystem(env, ['api']);
  try {
    const { authorization } = await system.user();
    const model = 'test-model';
    const choices = ['Names', 'Emails', 'Phone'];
    let turn = 0;
    const direct = () => {
      const messages = [{ role: 'user', content: prompt((turn += 1)) }];
      return post(`${upstream.baseUrl}/chat/completions`, { model, messages }, {});
    };
    const ours = () => {
      const body = { model, prompt: prompt((turn += 1)), lang: 'eng', choices, anonymized: true };
      return post(system.ai('chat'), body, authorization);
    };
    await measure(WARM_UP, 8, ours);
    console.log('chats at once   direct p50   p99      chat p50     p99      added p50   p99   (ms)');
    for (const atOnce of [1, 16, 64]) {
      const count = Math.max(atOnce, Math.min(REQUESTS, Math.max(FEWEST, atOnce * 8)));
      const there = await measure(count, atOnce, direct);
      const here = await measure(count, atOnce, ours);
      const columns = [there.p50, there.p99, here.p50, here.p99, here.p50 - there.p50, here.p99 - there.p99];
      console.log(
        `${String(atOnce).padStart(13)} ${columns.map((ms) => ms.toFixed(1).padStart(11)).join('')}`,
      );
    }
  } finally {
    await system.stop();
    await upstream.stop();
  }
}

async function measure(count: number, atOnce: number, call: () => Promise<void>) {
  const times: number[] = [];
  let left = count;
  const caller = async (_: unknown, i: number): Promise<void> => {
    await setTimeout((i / atOnce) * ANSWERS_AFTER_MS);
    while (left-- > 0) {
      const startedAt = performance.now();
      await call();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => 0).map(caller));
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
}

void main();

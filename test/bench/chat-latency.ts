/**
 * Measures what the service adds to a model call: `npm run bench:chat [-- REQUESTS]`. Sends prompts of about 200 bytes in new
 * chats, each different, with detection on and an upstream that answers after 1 s, and direct calls of the same upstream.
 * Callers start spread over that second, as independent users do.
 *
 * Compares one chat with the minimum cost of such a service, measured alternately at the same rate: a bare Express and axios
 * pass-through, the bare network on the same prompt, and one durable statement. At the end, 64 callers use a model without
 * delay: chats per second, and the processor time of the api's threads.
 */
import { setTimeout } from 'node:timers/promises';
import { startSystem, startUpstream } from '@app/testing';
import { durableStatement, medians, startNetwork, startPassThrough } from './chat/floor';
import { sharesDuring } from './chat/thread-shares';

const ANSWERS_AFTER_MS = 1_000;
/** Returns different prompts, since detection caches its findings. */
const prompt = (turn: number): string =>
  `Dear Mr. Hans Müller, thank you for calling us on +49 30 1234567 about order ${turn}. We sent the contract to ` +
  'hans.mueller@firma.de and would like to hear from you by Friday at the latest. Best, Eva Schulz';
/** Warm-up requests: compiled code and filled caches, as in a service that has run for a minute. */
const WARM_UP = 64;
const REQUESTS = Number(process.argv[2] ?? 256);
/** Minimum number of sequential calls: the median of a few is random. */
const FEWEST = 24;
/** Measurements of one chat and of each part of the minimum cost. */
const ROUNDS = 48;
/** Size of a stored turn in bytes. */
const TURN_BYTES = 2_000;
const SATURATING = 64;
const SATURATED_CHATS = 1_500;
/** Detection threads of the api on two processors. */
const DETECTING = 2;

async function main(): Promise<void> {
  const upstream = await startUpstream();
  let answersAfterMs = ANSWERS_AFTER_MS;
  upstream.intercept = async ({ path }) => {
    upstream.requests.length = 0;
    if (!path.endsWith('/models')) await setTimeout(answersAfterMs);
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
    const passThrough = await startPassThrough(upstream.baseUrl);
    const passed = () => {
      const messages = [{ role: 'user', content: prompt((turn += 1)) }];
      return post(passThrough.url, { model, messages }, {});
    };
    await measure(WARM_UP, 8, ours);
    await measure(WARM_UP, 8, passed);
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

    answersAfterMs = 0;
    const network = await startNetwork();
    const p50 = await medians(ROUNDS, ANSWERS_AFTER_MS, {
      direct,
      ours,
      passed,
      network: () => network.call(prompt((turn += 1))),
      statement: await durableStatement(system.db, TURN_BYTES),
    });
    passThrough.stop();
    await network.stop();
    const floor = {
      'pass-through': p50.passed - p50.direct,
      network: p50.network,
      statement: p50.statement,
    };
    const least = Object.values(floor).reduce((sum, ms) => sum + ms, 0);
    const added = p50.ours - p50.direct;
    const parts = Object.entries(floor).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    console.log(`\nleast possible: ${parts.join(' + ')} = ${least.toFixed(1)} ms`);
    console.log(`one chat adds ${added.toFixed(1)} ms = ${(added / least).toFixed(2)} times that`);

    await measure(SATURATED_CHATS / 5, SATURATING, ours);
    const begun = performance.now();
    const shares = await sharesDuring(system.api.pid, DETECTING, () =>
      measure(SATURATED_CHATS, SATURATING, ours, 0),
    );
    const perSecond = SATURATED_CHATS / ((performance.now() - begun) / 1_000);
    const of = Object.entries(shares).map(([name, processors]) => `${name} ${processors.toFixed(2)}`);
    console.log(
      `\n${SATURATING} callers, a model that answers at once: ${perSecond.toFixed(0)} chats/s; processors: ${of.join(', ')}`,
    );
  } finally {
    await system.stop();
    await upstream.stop();
  }
}

async function measure(
  count: number,
  atOnce: number,
  call: () => Promise<void>,
  spreadMs = ANSWERS_AFTER_MS,
) {
  const times: number[] = [];
  let left = count;
  const caller = async (_: unknown, i: number): Promise<void> => {
    await setTimeout((i / atOnce) * spreadMs);
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

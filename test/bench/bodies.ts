/**
 * Measures the cost of the largest bodies for the api and other callers: `npm run bench:bodies`. Sends the gateway 50 concurrent
 * bodies of 15 MB from ten users, one text of 15 MB full of names (its caller disconnects after a minute), and short texts up to
 * the limit of their number. Prints the answers, the memory of the process, and its event loop delay.
 */
import { setTimeout } from 'node:timers/promises';
import axios from 'axios';
import { startSystem, startUpstream, type TestSystem, type TestUser } from '@app/testing';
import { Delays, Watch } from '../red-team/watch';

const SIZE = 15_000_000;
const AT_ONCE = 50;
const USERS = 10;
const MOST_TEXTS = 20_000;
const TIMEOUT_MS = 60_000;
const MODEL = 'test-model';

/** A message that repeats `sentence` up to this size. */
const filledWith = (sentence: string): string => {
  const frame = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: '' }] });
  return frame.replace('""', JSON.stringify(sentence.repeat(Math.floor(SIZE / sentence.length))));
};

const BODIES = {
  '50 at once': () =>
    JSON.stringify({
      model: MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
      stop: Array.from({ length: SIZE / 4 }, () => 'x'),
    }),
  'full of names': () =>
    filledWith('Anna Weber met Jürgen Müller-Lüdenscheidt and Mary Jones, mary.jones@firma.de, in Kassel. '),
  'short texts': () =>
    JSON.stringify({
      model: MODEL,
      messages: [
        {
          role: 'user',
          content: Array.from({ length: MOST_TEXTS }, (_, i) => ({
            type: 'text',
            text: `Anna Weber wrote line ${i} to Mary Jones.`,
          })),
        },
      ],
    }),
};

async function main(): Promise<void> {
  const upstream = await startUpstream();
  upstream.answer = () => 'Fine.';
  const delays = await Delays.make();
  const system = await startSystem(
    { ...delays.env, LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    ['api'],
  );
  const users = await Promise.all(Array.from({ length: USERS }, () => system.user()));
  try {
    for (const [name, make] of Object.entries(BODIES)) {
      const body = make();
      const watch = new Watch(system.api.pid, system.url('/metrics'), delays);
      const begun = performance.now();
      const count = name === '50 at once' ? AT_ONCE : 1;
      const answers = await Promise.all(
        Array.from({ length: count }, (_, i) => post(system, users[i % USERS]!, body)),
      );
      const seconds = (performance.now() - begun) / 1_000;
      // Work after an answer counts too.
      await setTimeout(1_000);
      const { heldMs, memoryBytes } = await watch.stop();
      console.log(
        `${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  event loop held ${heldMs.toFixed(0)} ms  memory ${Math.round(memoryBytes / 1024 ** 2)} MiB  ${tally(answers)}`,
      );
      upstream.requests.length = 0;
    }
    console.log(`api ${system.api.running ? 'alive' : 'ended'}`);
  } finally {
    await system.stop();
    await delays.delete();
    await upstream.stop();
  }
}

async function post(system: TestSystem, user: TestUser, body: string): Promise<string> {
  try {
    const { status, data } = await axios.post<string>(system.ai('openai/v1/chat/completions'), body, {
      headers: { ...user.authorization, 'content-type': 'application/json' },
      responseType: 'text',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      validateStatus: () => true,
    });
    return status === 200 ? '200' : `${status} ${data.slice(0, 100)}`;
  } catch (error) {
    return `cut off: ${(error as Error).message}`;
  }
}

/** Returns each answer with its count. */
function tally(answers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} x ${answer}`).join('; ');
}

void main();

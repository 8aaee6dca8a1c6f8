/**
 * Measures the cost of hostile and huge uploads for other users: `npm run bench:documents [-- SECONDS]`. Measures the latency of
 * another user's 50 requests a second in three alternating phases of this total duration: idle, during the uploads, and during
 * chats about 20 MB of text. Prints the answer to each upload and the memory of the api process.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startSystem, startUpstream, type TestSystem } from '@app/testing';
import { Client } from './documents/client';
import { EventLoop } from '../support/event-loop';
import { Phase } from './documents/phase';
import type { Outcome } from './documents/client.process';
import { watchMemory } from './processes';

const MIB = 1024 ** 2;
const SECONDS = Number(process.argv[2] ?? 20);
const QUIET_MS = 5_000;

async function main(): Promise<void> {
  const upstream = await startUpstream();
  const env = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const system = await startSystem(env, ['api']);
  const [other, sender] = [await system.user(), await system.user()];
  const client = await Client.start({ ai: system.ai(''), authorization: sender.authorization });
  try {
    const ask = () => history(system, other.authorization);
    const eventLoop = new EventLoop(system.api.pid, system.url('/metrics'));
    await new Phase('warm-up', () => setTimeout(3_000)).run(ask, eventLoop);
    const outcomes: Outcome[] = [];
    const quiet = new Phase('quiet', () => setTimeout(QUIET_MS));
    const uploads = new Phase('uploads', async () =>
      outcomes.push(...(await client.do('send hostile files'))),
    );
    const chats = new Phase('chat on 20 MB', async () =>
      outcomes.push(...(await client.do('ask about the book'))),
    );
    const memory = watchMemory(() => [system.api.pid]);
    while ([quiet, uploads, chats].some(({ seconds }) => seconds < SECONDS)) {
      if (quiet.seconds < SECONDS) await quiet.run(ask, eventLoop);
      if (uploads.seconds < SECONDS) await uploads.run(ask, eventLoop);
      if (chats.seconds < SECONDS) {
        await client.do('send a book');
        await chats.run(ask, eventLoop);
      }
    }
    const held = Math.round(memory.stop() / MIB);
    describeOutcomes(outcomes);
    console.log(
      '\nother requests     number      p50      p99   : quiet   held   at work  waiting for a processor',
    );
    for (const phase of [quiet, uploads, chats]) console.log(phase.describe(quiet));
    console.log(
      "times in ms; held: the longest that the api's event loop was; the last two: of its main thread's time",
    );
    console.log(`\nmemory of the api process: at most ${held} MiB`);
  } finally {
    client.stop();
    await system.stop();
    await upstream.stop();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function history(system: TestSystem, headers: Record<string, string>): Promise<void> {
  const [response] = (await once(get(system.ai('history'), { agent, headers }), 'response')) as [
    IncomingMessage,
  ];
  await text(response);
  if (response.statusCode !== 200) throw new Error(`The api answered ${response.statusCode}`);
}

/** Returns each action with all its answers and the median time. */
function describeOutcomes(outcomes: readonly Outcome[]): void {
  for (const name of new Set(outcomes.map((outcome) => outcome.name))) {
    const all = outcomes.filter((outcome) => outcome.name === name);
    const seconds = all.map((outcome) => outcome.seconds).sort((a, b) => a - b)[all.length >> 1]!;
    const answers = [...new Set(all.map(({ answer }) => answer))].join('; ');
    console.log(
      `${name.padEnd(26)} ${String(all.length).padStart(3)} x ${seconds.toFixed(1).padStart(5)} s  ${answers}`,
    );
  }
}

void main();

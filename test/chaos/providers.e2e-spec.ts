import type { ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  startRelay,
  startSystem,
  startUpstream,
  type Relay,
  type TestSystem,
  type TestUser,
  type Upstream,
} from '@app/testing';

const CALLERS = 16;
const CALLS = 12;
/** The circuit of a provider that failed repeatedly closes after half a minute. */
const BACK_WITHIN_MS = 60_000;

/** What a caller received. */
interface Received {
  id: string;
  text: string;
  /** The failure, before or within the stream. */
  failure?: string;
}

let system: TestSystem;
let user: TestUser;
let first: Upstream;
let second: Upstream;
let relay: Relay;
let folder: string;
let count = 0;

beforeAll(async () => {
  [first, second] = await Promise.all([startUpstream(), startUpstream()]);
  relay = await startRelay(first.baseUrl);
  folder = await mkdtemp(join(tmpdir(), 'privacy-chat-providers-'));
  const file = join(folder, 'providers.yaml');
  const provider = (name: string, url: string, timeout: string): string =>
    `  - { name: ${name}, protocol: openai, api: chat, base_url: "${url}", timeout: ${timeout},\n` +
    '      retry_timeouts: true, models: [{ id: shared }] }\n';
  await writeFile(
    file,
    `providers:\n${provider('first', relay.url, '5s')}${provider('second', second.baseUrl, '2m')}`,
  );
  system = await startSystem({ PROVIDERS_FILE: file, RATE_LIMITS: 'off' }, ['api']);
});
afterAll(async () => {
  await system?.stop();
  await relay?.cut();
  await Promise.all([first?.stop(), second?.stop()]);
  if (folder) await rm(folder, { recursive: true });
});
beforeEach(async () => {
  user = await system.user();
  for (const upstream of [first, second]) {
    upstream.requests.length = 0;
    upstream.intercept = undefined;
    upstream.answer = (message) => message.match(/[^]{1,4}/g) ?? [];
  }
  // The circuits of the earlier test close.
  await eventually(async () => {
    await call();
    expect(first.requests.length).toBeGreaterThan(0);
  }, BACK_WITHIN_MS);
  first.requests.length = 0;
  second.requests.length = 0;
  await system.db.query('DELETE FROM token_usage');
});

/** Asks for a stream with an id that both providers see. */
async function call(): Promise<Received> {
  const id = `c${(count += 1)}x`;
  const response = await fetch(system.ai('openai/v1/chat/completions'), {
    method: 'POST',
    // The ids of calls reach the providers as they are.
    headers: { ...user.authorization, 'content-type': 'application/json', 'x-anonymize': 'none' },
    body: JSON.stringify({ model: 'shared', stream: true, messages: [{ role: 'user', content: id }] }),
  });
  const body = await response.text();
  if (!response.ok) return { id, text: '', failure: String(response.headers.get('x-error-code')) };
  const events = body
    .split('\n\n')
    .map((event) => event.replace(/^data: /, ''))
    .filter((data) => data !== '' && data !== '[DONE]')
    .map(
      (data) => JSON.parse(data) as { error?: { code: string }; choices?: { delta: { content?: string } }[] },
    );
  const text = events.map(({ choices = [] }) => choices[0]?.delta.content ?? '').join('');
  const error = events.find((event) => event.error)?.error;
  expect(body.endsWith('data: [DONE]\n\n')).toBe(!error);
  return { id, text, ...(error && { failure: error.code }) };
}

/** Runs callers at the same time, each with one call after another. */
async function load(onCall: (sequence: number) => void = () => undefined): Promise<Received[]> {
  const received: Received[] = [];
  const caller = async (): Promise<void> => {
    for (let i = 0; i < CALLS; i += 1) {
      received.push(await call());
      onCall(received.length);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return received;
}

const idsAt = ({ requests }: Upstream): string[] =>
  requests.flatMap(({ body }) => body.messages?.at(-1)?.content ?? []);
const usage = async (): Promise<number> =>
  Number((await system.db.query<{ count: string }>('SELECT count(*) FROM token_usage')).rows[0]!.count);

/** Every call got its own answer or a failure, and no provider received a call twice. */
function expectHonest(received: readonly Received[]): void {
  expect(received).toHaveLength(CALLERS * CALLS);
  for (const { id, text, failure } of received) {
    if (failure === undefined) expect(text).toBe(id);
    else expect(id.startsWith(text)).toBe(true);
  }
  for (const upstream of [first, second]) {
    const ids = idsAt(upstream);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

describe('a model of two providers, under load', () => {
  it.each([429, 503])('answers every call if the first one answers %i', async (status) => {
    first.intercept = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    const received = await load();
    expectHonest(received);
    expect(received.filter(({ failure }) => failure !== undefined)).toEqual([]);
    expect(idsAt(second)).toHaveLength(CALLERS * CALLS);
    // A refusal costs nothing.
    expect(await usage()).toBe(CALLERS * CALLS);
  });

  it('answers every call if the first one stops answering, and counts two calls where both received one', async () => {
    first.intercept = () => true;
    const received = await load();
    expectHonest(received);
    expect(received.filter(({ failure }) => failure !== undefined)).toEqual([]);
    // After five timeouts the first one is asked no more.
    const lost = idsAt(first).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(CALLERS * 2);
    expect(await usage()).toBe(CALLERS * CALLS + lost);
  });

  it('ends a stream with a failure if the first one breaks off, and sends it to no other provider', async () => {
    const begun = new Set<string>();
    first.intercept = ({ body }, response) => {
      const id = body.messages!.at(-1)!.content;
      begun.add(id);
      half(response, id);
      return true;
    };
    const received = await load();
    expectHonest(received);
    const failed = received.filter(({ failure }) => failure !== undefined);
    expect(failed.map(({ id }) => id).toSorted()).toEqual([...begun].toSorted());
    expect(new Set(failed.map(({ failure }) => failure))).toEqual(new Set(['upstream_failed']));
    for (const id of idsAt(second)) expect(begun.has(id)).toBe(false);
  });

  it('fails at most the calls under way when the first one is killed, and returns to it afterwards', async () => {
    let cut: Promise<void> | undefined;
    let killedAt = 0;
    let answeredAt = 0;
    const before = new Set<string>();
    const received = await load((sequence) => {
      if (sequence === CALLERS * 2) {
        for (const id of idsAt(first)) before.add(id);
        killedAt = performance.now();
        cut = relay.cut();
      } else if (cut && answeredAt === 0 && second.requests.length > 0) answeredAt = performance.now();
    });
    await cut;
    expectHonest(received);
    const failed = received.filter(({ failure }) => failure !== undefined);
    expect(failed.length).toBeLessThanOrEqual(CALLERS);
    // A call that the first one received is not sent again.
    for (const id of idsAt(second)) expect(before.has(id)).toBe(false);
    await relay.repair();
    const repairedAt = performance.now();
    first.requests.length = 0;
    await eventually(async () => {
      expect((await call()).failure).toBeUndefined();
      expect(first.requests).toHaveLength(1);
    }, BACK_WITHIN_MS);
    process.stderr.write(
      `providers: ${failed.length} of ${received.length} calls failed; the second one answered ` +
        `${(answeredAt - killedAt).toFixed(0)} ms after the first was killed, and the first one again ` +
        `${(performance.now() - repairedAt).toFixed(0)} ms after its return\n`,
    );
  });
});

/** Writes the first pieces of a stream and closes the connection. */
function half(response: ServerResponse, id: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = { choices: [{ index: 0, delta: { role: 'assistant', content: id.slice(0, 2) } }] };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => response.destroy());
}

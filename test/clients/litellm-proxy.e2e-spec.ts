import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clientsFolder,
  eventually,
  freePort,
  startSystem,
  startUpstream,
  whyNoClients,
  type TestSystem,
  type TestUser,
  type Upstream,
} from '@app/testing';
import { answerInDialect } from './dialects';

const GREETING = 'My name is Hans Müller, write to hans.mueller@firma.de.';
const PLANTED = /müller|mueller|m\\u00fcller|firma/i;
const KEY = 'sk-test';

const missing = whyNoClients('litellm-proxy');
if (missing) process.stderr.write(`LiteLLM's proxy is skipped: ${missing}\n`);

let folder: string;
let upstream: Upstream;
const proxies: ChildProcess[] = [];
/** The address of a proxy with this service as its provider. */
let before: string;
let system: TestSystem;
let user: TestUser;

beforeAll(async () => {
  if (missing) return;
  folder = await mkdtemp(join(tmpdir(), 'privacy-chat-litellm-'));
  upstream = await startUpstream();
  upstream.intercept = (request, response) =>
    answerInDialect(({ last }) => ({ text: `You said: ${last}` }), request, response);
  const { origin } = new URL(upstream.baseUrl);
  const address = await startProxy('behind', 'none', { chat: `${origin}/v1`, messages: origin });
  const file = join(folder, 'providers.yaml');
  await writeFile(
    file,
    `providers:
  - { name: chat, protocol: openai, api: chat, base_url: "${address}/v1", api_key: "\${LITELLM_KEY}", models: [{ id: test-model }] }
  - { name: messages, protocol: anthropic, base_url: "${address}", api_key: "\${LITELLM_KEY}", models: [{ id: test-claude }] }
`,
  );
  system = await startSystem({ PROVIDERS_FILE: file, LITELLM_KEY: KEY, RATE_LIMITS: 'off' }, ['api']);
  user = await system.user();
  const made = await fetch(system.idm('keys'), {
    method: 'POST',
    headers: { ...user.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'proxy', scopes: ['openai'] }),
  });
  const { data } = (await made.json()) as { data: { key: string } };
  const bases = { chat: system.ai('openai/v1'), messages: system.ai('anthropic') };
  before = await startProxy('before', data.key, bases);
});
afterAll(async () => {
  await system?.stop();
  for (const proxy of proxies) proxy.kill();
  await upstream?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/**
 * Starts LiteLLM's proxy.
 *
 * @param key the key that it sends to its provider
 * @param bases the addresses of its provider, for OpenAI's and Anthropic's clients
 * @returns its address
 */
async function startProxy(
  name: string,
  key: string,
  bases: { chat: string; messages: string },
): Promise<string> {
  const home = join(folder, name);
  await mkdir(home);
  const model = (model_name: string, vendor: string, api_base: string) => ({
    model_name,
    litellm_params: { model: `${vendor}/${model_name}`, api_base, api_key: key },
  });
  await writeFile(
    join(home, 'config.yaml'),
    JSON.stringify({
      model_list: [
        model('test-model', 'openai', bases.chat),
        model('test-claude', 'anthropic', bases.messages),
      ],
      general_settings: { master_key: KEY },
      litellm_settings: { telemetry: false },
    }),
  );
  const port = await freePort();
  const args = ['--config', join(home, 'config.yaml'), '--host', '127.0.0.1', '--port', String(port)];
  const proxy = spawn(join(clientsFolder('litellm-proxy'), 'bin/litellm'), args, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    stdio: 'ignore',
  });
  proxies.push(proxy);
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${address}/health/liveliness`)).ok).toBe(true));
  return address;
}

const CALLS: [path: string, model: string, stream: boolean][] = [
  ['openai/v1/chat/completions', 'test-model', true],
  ['openai/v1/chat/completions', 'test-model', false],
  ['openai/v1/responses', 'test-model', true],
  ['anthropic/v1/messages', 'test-claude', true],
  ['anthropic/v1/messages', 'test-claude', false],
];

/** Sends a greeting through the service, and expects it back and no name at the provider. */
async function greet(
  address: string,
  headers: Record<string, string>,
  [path, model, stream]: (typeof CALLS)[number],
): Promise<void> {
  upstream.requests.length = 0;
  const messages = [{ role: 'user', content: GREETING }];
  const asked = path.endsWith('responses') ? { input: messages } : { messages, max_tokens: 100 };
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, ...asked }),
  });
  const answer = await response.text();
  expect([response.status, saidIn(answer)]).toEqual([200, `You said: ${GREETING}`]);
  expect(upstream.requests.length).toBeGreaterThan(0);
  for (const { path: called, headers: sent, raw } of upstream.requests)
    expect(`${called} ${JSON.stringify(sent)} ${raw}`).not.toMatch(PLANTED);
}

(missing ? describe.skip : describe)("LiteLLM's proxy", () => {
  it.each(CALLS)(
    'as the provider receives no name through %s, and the caller gets it back (%s, streamed: %s)',
    (...call) => greet(system.ai(call[0]), user.authorization, call),
  );

  it.each(CALLS)('before the service gets the names back through %s (%s, streamed: %s)', async (...call) => {
    const [path] = call;
    await greet(
      `${before}/${path.replace(/^(openai|anthropic)\//, '')}`,
      { authorization: `Bearer ${KEY}` },
      call,
    );
  });
});

/** Returns the text of an answer in any dialect, whole or streamed. */
function saidIn(answer: string): string {
  if (!answer.startsWith('{')) {
    const deltas = answer.matchAll(/^data: (\{.*\})$/gm);
    return [...deltas].map(([, data]) => deltaOf(JSON.parse(data!))).join('');
  }
  const { choices, content } = JSON.parse(answer) as {
    choices?: [{ message: { content: string } }];
    content?: { text?: string }[];
  };
  return choices ? choices[0].message.content : content!.map(({ text = '' }) => text).join('');
}

interface Chunk {
  type?: string;
  delta?: string | { text?: string };
  choices?: { delta: { content?: string } }[];
}

function deltaOf({ delta, choices }: Chunk): string {
  if (typeof delta === 'string') return delta;
  return delta?.text ?? choices?.[0]?.delta.content ?? '';
}

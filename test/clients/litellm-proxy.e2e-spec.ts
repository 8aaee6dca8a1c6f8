import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
let proxy: ChildProcess;
let system: TestSystem;
let user: TestUser;

beforeAll(async () => {
  if (missing) return;
  folder = await mkdtemp(join(tmpdir(), 'privacy-chat-litellm-'));
  upstream = await startUpstream();
  upstream.intercept = (request, response) =>
    answerInDialect(({ last }) => ({ text: `You said: ${last}` }), request, response);
  const address = await startProxy(new URL(upstream.baseUrl).origin);
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
});
afterAll(async () => {
  await system?.stop();
  proxy?.kill();
  await upstream?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/** Starts LiteLLM's proxy before the model. @returns its address */
async function startProxy(origin: string): Promise<string> {
  const config = join(folder, 'config.yaml');
  const model = (model_name: string, vendor: string, api_base: string) => ({
    model_name,
    litellm_params: { model: `${vendor}/${model_name}`, api_base, api_key: 'none' },
  });
  await writeFile(
    config,
    JSON.stringify({
      model_list: [model('test-model', 'openai', `${origin}/v1`), model('test-claude', 'anthropic', origin)],
      general_settings: { master_key: KEY },
      litellm_settings: { telemetry: false },
    }),
  );
  const port = await freePort();
  const args = ['--config', config, '--host', '127.0.0.1', '--port', String(port)];
  proxy = spawn(join(clientsFolder('litellm-proxy'), 'bin/litellm'), args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${address}/health/liveliness`)).ok).toBe(true));
  return address;
}

describe("LiteLLM's proxy as the provider", () => {
  (missing ? it.skip : it).each([
    ['openai/v1/chat/completions', 'test-model', true],
    ['openai/v1/chat/completions', 'test-model', false],
    ['openai/v1/responses', 'test-model', true],
    ['anthropic/v1/messages', 'test-claude', true],
    ['anthropic/v1/messages', 'test-claude', false],
  ])(
    'receives no name through %s, and the caller gets it back (%s, streamed: %s)',
    async (path, model, stream) => {
      upstream.requests.length = 0;
      const messages = [{ role: 'user', content: GREETING }];
      const asked = path.endsWith('responses') ? { input: messages } : { messages, max_tokens: 100 };
      const response = await fetch(system.ai(path), {
        method: 'POST',
        headers: { ...user.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream, ...asked }),
      });
      expect(response.status).toBe(200);
      const answer = await response.text();
      expect(saidIn(answer)).toBe(`You said: ${GREETING}`);
      expect(upstream.requests.length).toBeGreaterThan(0);
      for (const { path: called, headers, raw } of upstream.requests)
        expect(`${called} ${JSON.stringify(headers)} ${raw}`).not.toMatch(PLANTED);
    },
  );
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

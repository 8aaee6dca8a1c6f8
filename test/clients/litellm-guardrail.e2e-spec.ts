import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsFolder, eventually, freePort, whyNoClients } from '@app/testing';
import { useChatScene } from '../support/chat-scene';

const missing = whyNoClients('python-plugs');
if (missing) process.stderr.write(`LiteLLM's proxy is skipped: ${missing}\n`);

const PROMPT = 'Write to Mr. Hans Müller, hans.mueller@firma.de, about the delivery.';
const PLANTED = /müller|mueller|firma/i;
const MASTER_KEY = 'sk-test';

const scene = useChatScene();

(missing ? describe.skip : describe)('a LiteLLM proxy with the guardrail', () => {
  let folder: string;
  let proxy: ChildProcess;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'litellm-'));
    const made = await scene.api.post<{ data: { key: string } }>('/idm/v1/keys', {
      name: 'proxy',
      scopes: ['openai'],
    });
    // The proxy also reads JSON as YAML.
    await writeFile(
      join(folder, 'config.yaml'),
      JSON.stringify({
        model_list: [
          {
            model_name: 'test-model',
            litellm_params: {
              model: 'openai/test-model',
              api_base: scene.upstream.baseUrl,
              api_key: 'none',
            },
          },
        ],
        guardrails: [
          {
            guardrail_name: 'privacy-chat',
            litellm_params: {
              guardrail: 'generic_guardrail_api',
              mode: ['pre_call', 'post_call'],
              default_on: true,
              api_base: scene.system.ai('litellm'),
              api_key: made.body.data.key,
              unreachable_fallback: 'fail_closed',
              streaming_transform_mode: 'incremental_diff',
            },
          },
        ],
        general_settings: { master_key: MASTER_KEY },
      }),
    );
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const bin = join(clientsFolder('python-plugs'), 'bin');
    const options = ['--config', join(folder, 'config.yaml'), '--host', '127.0.0.1', '--port', String(port)];
    proxy = spawn(join(bin, 'python'), [join(bin, 'litellm'), ...options, '--telemetry', 'False'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        PYTHONDONTWRITEBYTECODE: '1',
        LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually(async () => {
      const { status } = await fetch(`${address}/health/liveliness`);
      if (status !== 200) throw new Error(`The proxy answers ${status}`);
    });
  });

  afterAll(async () => {
    proxy?.kill('SIGKILL');
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const complete = (stream: boolean) =>
    fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MASTER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'test-model', stream, messages: [{ role: 'user', content: PROMPT }] }),
    });

  beforeEach(() => {
    scene.upstream.requests.length = 0;
  });

  const expectHidden = (): void => {
    const sent = scene.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(sent.length).toBeGreaterThan(0);
    for (const { raw } of sent) expect(raw).not.toMatch(PLANTED);
  };

  it('sends no name to its provider, and answers with it', async () => {
    const response = await complete(false);
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(response.status).toBe(200);
    expectHidden();
    expect(body.choices[0]!.message.content).toBe(`You said: ${PROMPT}`);
  });

  it('streams an answer with it', async () => {
    const response = await complete(true);
    expect(response.status).toBe(200);
    const text = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data) as { choices: { delta: { content?: string | null } }[] })
      .map(({ choices }) => choices[0]?.delta.content ?? '')
      .join('');
    expectHidden();
    expect(text).toBe(`You said: ${PROMPT}`);
  });

  it('sends nothing if the service cannot be reached', async () => {
    await scene.system.api.stop();
    const { status } = await complete(false);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(scene.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toEqual([]);
    await scene.system.api.start();
  });
});

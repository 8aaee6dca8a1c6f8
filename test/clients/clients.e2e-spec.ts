import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLIENTS, clientsFolder, whyNoClients, type ClientPackages } from '@app/testing';
import { useChatScene } from '../support/chat-scene';
import { MANNERS } from './manner';
import { play } from './play';
import { playDialects } from './play-dialects';
import { playResponses } from './play-responses';
import { keyOf, useProviders } from './providers';

interface Client {
  name: string;
  script: string;
  /** Packages that it needs in addition to this repository's packages. */
  packages?: ClientPackages;
}

const LIBRARIES: readonly Client[] = [
  { name: 'openai for Node', script: 'node/openai.mjs' },
  { name: 'the responses of openai for Node', script: 'node/openai-responses.mjs' },
  { name: 'openai for Python', script: 'python/openai_client.py', packages: 'python-openai' },
  {
    name: 'the responses of openai for Python',
    script: 'python/openai_responses_client.py',
    packages: 'python-openai',
  },
  { name: 'the Vercel AI SDK', script: 'node/ai-sdk.mjs', packages: 'node' },
  {
    name: "the Vercel AI SDK's default provider",
    script: 'node/ai-sdk-responses.mjs',
    packages: 'node',
  },
  { name: 'the Agents SDK for Node', script: 'node/agents.mjs', packages: 'node' },
  { name: 'the Agents SDK for Python', script: 'python/agents_client.py', packages: 'python-agents' },
  { name: 'LangChain', script: 'python/langchain_client.py', packages: 'python' },
  { name: 'LiteLLM', script: 'python/litellm_client.py', packages: 'python' },
  { name: 'pydantic-ai', script: 'python/pydantic_ai_client.py', packages: 'python' },
  { name: 'LlamaIndex', script: 'python/llamaindex_client.py', packages: 'python-agents' },
  { name: 'instructor', script: 'python/instructor_client.py', packages: 'python-agents' },
];
/** Clients in the dialects of other vendors. */
const OF_OTHERS: readonly Client[] = [
  { name: 'the Anthropic SDK', script: 'node/anthropic.mjs', packages: 'node' },
  { name: 'the Google Gen AI SDK', script: 'node/genai.mjs', packages: 'node' },
  {
    name: "the Vercel AI SDK's providers of Anthropic and Google",
    script: 'node/dialects.mjs',
    packages: 'node',
  },
];
/** Clients that call the responses endpoint. */
const OF_RESPONSES: readonly Client[] = LIBRARIES.filter(({ script }) => /responses|agents/.test(script));
const PLANTED = /müller|mueller|m\\u00fcller|firma/i;

const scene = useChatScene();

describe.each(LIBRARIES)('$name', ({ name, script, packages }) => {
  itWith({ name, packages }).each(MANNERS)(
    'keeps its second turn, tool loops, structured output, streams and errors before $name [SEC-97]',
    async (manner) => {
      const { upstream, system, user } = scene;
      upstream.requests.length = 0;
      upstream.intercept = (request, response) => play(manner, request, response);
      expect(
        await run(script, packages, { GATEWAY_URL: system.ai('openai/v1'), GATEWAY_KEY: user.token }),
      ).toEqual({ code: 0, output: '' });
      expect(upstream.requests.length).toBeGreaterThan(3);
      for (const { raw } of upstream.requests) expect(raw).not.toMatch(PLANTED);
    },
  );
});

describe('a server with its own responses endpoint', () => {
  const scene = useChatScene({ env: { LLM_API: 'responses' } });

  for (const client of OF_RESPONSES)
    itWith(client)(`gets those of ${client.name}, which keep all of that`, async () => {
      const { upstream, system, user } = scene;
      upstream.requests.length = 0;
      upstream.intercept = playResponses;
      const gateway = { GATEWAY_URL: system.ai('openai/v1'), GATEWAY_KEY: user.token };
      expect(await run(client.script, client.packages, gateway)).toEqual({ code: 0, output: '' });
      const asked = upstream.requests.filter(({ path }) => !path.endsWith('/models'));
      expect(asked.length).toBeGreaterThan(4);
      for (const { path, raw, body } of asked) {
        expect(path).toMatch(/\/responses$/);
        expect(raw).not.toMatch(PLANTED);
        expect(body).toMatchObject({ store: false });
      }
    });
});

describe('providers with dialects of their own', () => {
  const scene = useProviders();

  for (const client of OF_OTHERS)
    itWith(client)(`get the calls of ${client.name}, which keep all of that`, async () => {
      const { upstream, system } = scene;
      upstream.requests.length = 0;
      upstream.intercept = playDialects;
      const gateway = {
        GATEWAY_ANTHROPIC_URL: system.ai('anthropic'),
        GATEWAY_GEMINI_URL: system.ai('gemini'),
        GATEWAY_KEY: await keyOf(scene),
      };
      expect(await run(client.script, client.packages, gateway)).toEqual({ code: 0, output: '' });
      expect(upstream.requests.length).toBeGreaterThan(6);
      for (const { path, headers, raw } of upstream.requests)
        expect(`${path} ${JSON.stringify(headers)} ${raw}`).not.toMatch(PLANTED);
    });
});

/**
 * `it` if the client's packages are installed. Jest's summary counts skipped tests without a reason, so the reason is printed.
 */
function itWith({ name, packages }: Pick<Client, 'name' | 'packages'>): jest.It {
  const missing = packages && whyNoClients(packages);
  if (missing) process.stderr.write(`${name} is skipped: ${missing}\n`);
  return missing ? it.skip : it;
}

/** Runs a client's loops as a separate program that knows only the gateway's address. */
async function run(
  script: string,
  packages: ClientPackages | undefined,
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const folder = packages ? clientsFolder(packages) : '';
  const program = script.endsWith('.py') ? join(folder, 'bin/python') : process.execPath;
  const child = spawn(program, [join(CLIENTS, script)], {
    env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', TEST_CLIENTS_NODE: folder, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const said = await text(child.stderr);
  const code = await ended;
  // Libraries also write warnings of their own.
  return { code, output: code === 0 ? '' : said };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { clientsFolder, eventually, freePort, startSystem, startUpstream, whyNoClients } from '@app/testing';
import { useScene, type ChatStage } from '../support/chat-scene';
import { serveMcp } from '../support/mcp-server';
import { stopAll } from '../support/stage';

const missing = whyNoClients('node-mcp');
if (missing) process.stderr.write(`MCP servers are skipped: ${missing}\n`);

const TEXT = 'Mr. Hans Müller lives in Kiel.';
const PLANTED = /Müller/;

interface ServersStage extends ChatStage {
  folder: string;
}

const programOf = (name: string): string =>
  join(clientsFolder('node-mcp'), `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Starts a server with its own HTTP mode. */
async function startEverything() {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [programOf('everything'), 'streamableHttp'], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await eventually(() => fetch(url));
  return { url, stop: async () => void child.kill('SIGKILL') };
}

/** Starts a server that only speaks over its standard input, behind HTTP. */
async function startBehindHttp(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const client = new Client({ name: 'bridge', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programOf(name), ...args],
      env,
      stderr: 'ignore',
    }),
  );
  const { url, stop } = await serveMcp(() => {
    const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => client.listTools());
    server.setRequestHandler(
      'tools/call',
      ({ params }) => client.callTool(params) as Promise<{ content: [] }>,
    );
    return server;
  });
  return {
    url,
    stop: async () => {
      await stop();
      await client.close();
    },
  };
}

async function start(): Promise<ServersStage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-')));
  await writeFile(join(folder, 'letter.txt'), TEXT);
  const [upstream, everything, memory, files] = await Promise.all([
    startUpstream(),
    startEverything(),
    startBehindHttp('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    startBehindHttp('filesystem', [folder]),
  ]);
  const system = await startSystem(
    {
      LLM_BASE_URL: upstream.baseUrl,
      RATE_LIMITS: 'off',
      MCP_SERVERS: JSON.stringify({
        servers: [
          { name: 'everything', url: everything.url },
          { name: 'memory', url: memory.url },
          { name: 'files', url: files.url, restore: [{ tool: 'write_file', path: '$.content' }] },
        ],
      }),
    },
    ['api'],
  );
  return {
    system,
    upstream,
    folder,
    stop: async () => {
      await stopAll(system, upstream, everything, memory, files);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

(missing ? describe.skip : describe)('the MCP gateway', () => {
  const scene = useScene(start);
  const clients: Client[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  async function connect(server: string): Promise<Client> {
    const { body } = await scene.api.post<{ data: { case_id: string } }>('cases', { style: 'placeholders' });
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(scene.system.ai(`mcp/${server}`)), {
        requestInit: { headers: { ...scene.user.authorization, 'x-case': body.data.case_id } },
      }),
    );
    return client;
  }
  const use = async (client: Client, name: string, args: Record<string, unknown>): Promise<string> => {
    const result = JSON.stringify(await client.callTool({ name, arguments: args }));
    expect(result).not.toMatch(PLANTED);
    return result;
  };

  it('hides the results of server-everything', async () => {
    const client = await connect('everything');
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    expect(await use(client, 'echo', { message: TEXT })).toContain('[NAME_1]');
  });

  it('hides the results of server-memory', async () => {
    const client = await connect('memory');
    const entity = { name: 'Hans Müller', entityType: 'person', observations: [TEXT] };
    await use(client, 'create_entities', { entities: [entity] });
    expect(await use(client, 'read_graph', {})).toContain('[NAME_1]');
  });

  it('hides the results of server-filesystem, and restores the argument that the settings name', async () => {
    const client = await connect('files');
    expect(await use(client, 'read_text_file', { path: join(scene.folder, 'letter.txt') })).toContain(
      '[NAME_1]',
    );
    const path = join(scene.folder, 'name.txt');
    await use(client, 'write_file', { path, content: '[NAME_1]' });
    expect(await readFile(path, 'utf8')).toBe('Hans Müller');
    await use(client, 'write_file', { path, content: 'Dear [NAME_1]' });
    expect(await readFile(path, 'utf8')).toBe('Dear [NAME_1]');
  });
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ApiClient, type Caller } from '../../support/api-client';
import { useApi } from './scene';

interface Result {
  isError?: boolean;
  content: { type: string; text?: string; resource?: { uri: string; text: string } }[];
  structuredContent?: Record<string, unknown>;
}

const PLANTED = /Müller|mueller|firma/i;
const EMAIL = 'hans.mueller@firma.de';

const scene = useApi();
const clients: Client[] = [];

async function connect(caseId: string, user: Caller = scene.user, server = 'recorder'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(scene.system.ai(`mcp/${server}`)), {
      requestInit: { headers: { ...user.authorization, 'x-case': caseId } },
    }),
  );
  return client;
}
const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as Result;
const aCase = async (api = scene.api): Promise<string> =>
  (await api.post<{ data: { case_id: string } }>('cases', {})).body.data.case_id;

afterAll(() => Promise.all(clients.map((client) => client.close())));

describe('the MCP gateway', () => {
  it('hides what tools return, in every field, and leaves out what it cannot search', async () => {
    const client = await connect(await aCase());
    const result = await call(client, 'find', { text: 'Anything' });
    expect(JSON.stringify(result)).not.toMatch(PLANTED);
    expect(JSON.stringify(result)).not.toContain(Buffer.from('Mr. Hans Müller').toString('base64'));
    const [text, image, resource] = result.content;
    expect(text!.text).toMatch(/^Found Mr\. .+, .+@.+\.$/);
    expect(image).toEqual({ type: 'text', text: expect.stringContaining('left out') });
    expect(resource!.resource!.text).toMatch(/^About Mr\. /);
    expect(Object.keys(result.structuredContent!)).toEqual(['person', 'by']);
    expect(text!.text).toContain(String(result.structuredContent!.person));
  });

  it('hides the descriptions of tools', async () => {
    const { tools } = await (await connect(await aCase())).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find', 'send', 'fail', 'flood']);
    expect(JSON.stringify(tools)).not.toMatch(PLANTED);
  });

  it('restores whole replacements of this case in the arguments that the settings name, and no others [SEC-125]', async () => {
    const caseId = await aCase();
    const client = await connect(caseId);
    const [found] = (await call(client, 'find', { text: 'Anything' })).content;
    const replacement = /, (\S+@\S+)\.$/.exec(found!.text!)![1]!;
    const send = async (given: object, by = client) => {
      const result = await call(by, 'send', { body: replacement, ...given });
      expect(JSON.stringify(result)).not.toMatch(PLANTED);
      return scene.mcp.calls.at(-1)!.arguments as Record<string, unknown>;
    };
    expect(await send({ to: replacement, copies: [replacement, 'x'] })).toEqual({
      to: EMAIL,
      copies: [EMAIL, 'x'],
      body: replacement,
    });
    for (const to of [
      `${replacement} and others`,
      `https://evil.example/?q=${replacement}`,
      'nobody@example.com',
    ])
      expect((await send({ to })).to).toBe(to);
    const other = await connect(await aCase());
    expect((await send({ to: replacement }, other)).to).toBe(replacement);
    const { rows } = await scene.system.db.query(
      `SELECT counts FROM audit_events WHERE action = 'mcp.call' AND subject_id = $1 ORDER BY at`,
      [caseId],
    );
    expect(rows.map(({ counts }) => (counts as { values: number }).values)).toEqual([0, 2, 0, 0, 0]);
  });

  it('returns no words of a failure [SEC-126]', async () => {
    const result = await call(await connect(await aCase()), 'fail');
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toMatch(PLANTED);
  });

  it.each(['bytes', 'depth'])('fails if the answer of a server has too many: %s', async (kind) => {
    const result = await call(await connect(await aCase()), 'flood', { kind });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('(provider_failed)') }],
    });
  });

  it('needs a case of the caller, and a server that the caller may use', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const caseId = await aCase();
    const stranger = new ApiClient(scene.system, await scene.system.user());
    for (const [api, path, headers, status] of [
      [scene.api, 'mcp/recorder', {}, 400],
      [stranger, 'mcp/recorder', { 'x-case': caseId }, 400],
      [scene.api, 'mcp/unknown', { 'x-case': caseId }, 404],
      [scene.api, 'mcp/of-a-group', { 'x-case': caseId }, 404],
      [scene.api, 'mcp/recorder', { 'x-case': caseId }, 200],
    ] as const)
      expect([path, (await api.post(path, message, headers)).status]).toEqual([path, status]);
  });
});

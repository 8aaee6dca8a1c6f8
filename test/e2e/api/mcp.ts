import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestUser } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient, type Caller } from '../../support/api-client';
import { useApi } from './scene';

const TEXT = 'Write to Mr. Hans Müller, hans.mueller@firma.de.';
const PLANTED = /Müller|mueller|firma/i;
const SPEECH = readFileSync(join(__dirname, '../../fixtures/speech/librivox-0880.wav')).toString('base64');

interface Result {
  isError?: boolean;
  content: { type: string; text?: string; resource?: { uri: string; blob: string } }[];
  structuredContent?: Record<string, unknown>;
}

const scene = useApi();
const clients: Client[] = [];

async function connect(user: Caller = scene.user): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(scene.system.ai('mcp')), {
      requestInit: { headers: user.authorization },
    }),
  );
  return client;
}
const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as Result;

async function keyWith(scopes: string[]): Promise<Caller> {
  const made = await scene.api.post<{ data: { key: string } }>('/idm/v1/keys', { name: 'mcp', scopes });
  return { authorization: { authorization: `Bearer ${made.body.data.key}` } };
}

afterAll(() => Promise.all(clients.map((client) => client.close())));

describe('the MCP server', () => {
  it('lists its tools, without restore', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'anonymize',
      'anonymize_file',
      'transcribe',
      'list_cases',
    ]);
  });

  it('anonymizes a text', async () => {
    const result = await call(await connect(), 'anonymize', { text: TEXT });
    expect(result.structuredContent!.text).toMatch(/^Write to Mr\. /);
    expect(JSON.stringify(result)).not.toMatch(PLANTED);
  });

  it('anonymizes a file and its name', async () => {
    const content = Buffer.from(TEXT).toString('base64');
    const result = await call(await connect(), 'anonymize_file', { name: 'Hans Müller.txt', content });
    const [file, report] = result.content;
    expect(file!.resource!.uri).toMatch(/^file:\/\/\/.*\.txt$/);
    expect(decodeURIComponent(file!.resource!.uri)).not.toMatch(PLANTED);
    const written = Buffer.from(file!.resource!.blob, 'base64').toString();
    expect(written).toMatch(/^Write to Mr\. /);
    expect(written).not.toMatch(PLANTED);
    expect(JSON.parse(report!.text!)).toMatchObject({ values: { Names: expect.any(Number) } });
  });

  it('transcribes a recording without the names in it', async () => {
    const { recognize } = scene.speech;
    scene.speech.recognize = () => [{ start: 0, end: 2, text: ' Please call Mr. Hans Müller.' }];
    const client = await connect(await scene.system.user({ grants: [] }));
    const refused = await call(client, 'transcribe', { name: 'a.wav', content: SPEECH, lang: 'en' });
    expect([refused.isError, refused.content[0]!.text]).toEqual([
      true,
      expect.stringContaining('not_granted'),
    ]);
    const result = await call(await connect(), 'transcribe', { name: 'a.wav', content: SPEECH, lang: 'en' });
    scene.speech.recognize = recognize;
    expect(result.structuredContent!.text).toMatch(/^Please call Mr\. /);
    expect(JSON.stringify(result)).not.toMatch(PLANTED);
  });

  it('uses a case, and lists ids and dates of cases only', async () => {
    const { body } = await scene.api.post<{ data: { case_id: string } }>('cases', { name: 'Hans Müller' });
    const { case_id } = body.data;
    const client = await connect();
    const [one, again] = [
      await call(client, 'anonymize', { text: TEXT, case_id }),
      await call(client, 'anonymize', { text: TEXT, case_id }),
    ];
    expect(one.structuredContent!.text).toMatch(/^Write to Mr\. /);
    expect(again.structuredContent).toEqual(one.structuredContent);
    const [listed] = (await call(client, 'list_cases', {})).content;
    const { cases } = JSON.parse(listed!.text!) as { cases: object[] };
    expect(cases).toEqual([
      { case_id, created_at: expect.any(String), last_used_at: expect.any(String), expires_at: null },
    ]);
    const key = await connect(await keyWith(['anonymize']));
    for (const result of [
      await call(key, 'list_cases', {}),
      await call(key, 'anonymize', { text: TEXT, case_id }),
    ])
      expect([result.isError, result.content[0]!.text]).toEqual([true, expect.stringContaining('forbidden')]);
  });

  it('returns a link instead of values, if the policy lists restore', async () => {
    const { organizationId } = await scene.system.user();
    const admin: TestUser = await scene.system.user({ role: 'admin', organizationId });
    const set = await new ApiClient(scene.system, admin).call('PUT', '/admin/v1/policy', {
      body: { mcp_tools: ['restore'] },
      headers: { 'if-match': '"0"' },
    });
    expect(set.status).toBe(200);
    const result = await call(await connect(admin), 'restore', {});
    expect(result.structuredContent).toEqual({ link: expect.stringMatching(/^http.*\/restore$/) });
  });

  it('answers a failure of a tool as a result without the value', async () => {
    const result = await call(await connect(), 'anonymize', { text: TEXT, lang: 'Müller' });
    expect([result.isError, result.content[0]!.text]).toEqual([true, expect.stringMatching(/^lang must be/)]);
    expect(result.content[0]!.text).not.toMatch(PLANTED);
  });

  it('needs the scope anonymize', async () => {
    await expect(connect(await keyWith(['chat']))).rejects.toThrow();
  });
});

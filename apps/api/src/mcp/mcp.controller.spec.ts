import { createHash } from 'node:crypto';
import type { GuardedUser } from '@app/auth';
import { ManageCases } from '@app/cases';
import { AppError, newId, type Scope } from '@app/common';
import { OwnFiles } from '@app/files';
import { ReceiveUpload } from '@app/job-files';
import { McpGateway } from '@app/mcp-gateway';
import { CurrentPolicies } from '@app/policy';
import { AnonymizeText } from '@app/private-model';
import { TranscribeNow } from '@app/transcription';
import { serve, type Served } from '../../testing/serve';
import { McpGatewayController } from './mcp-gateway.controller';
import { McpTools } from './mcp-tools';
import { McpController } from './mcp.controller';

const SECRET = 'Hans Müller';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const user: Partial<GuardedUser> = {
  userId: newId(),
  organizationId: newId(),
  groups: [],
  email: 'anna@company.example',
  grants: ['transcribe'],
};

interface Message {
  id?: unknown;
  result?: {
    tools?: { name: string }[];
    isError?: boolean;
    content?: { type: string; text?: string; resource?: object }[];
    structuredContent?: object;
    protocolVersion?: string;
  };
  error?: { code: number; message: string };
}

describe('the MCP server', () => {
  let served: Served;
  const asked: object[] = [];
  const discarded: unknown[] = [];
  let failure: Error | undefined;
  let mcpTools: string[] | undefined;

  const record = (_user: unknown, given: object): void => {
    asked.push(given);
    if (failure) throw failure;
  };

  beforeAll(async () => {
    const at = new Date('2026-11-26T08:00:00Z');
    const value = (parts: object) => ({ useValue: parts });
    served = await serve({
      user,
      controllers: [McpController, McpGatewayController],
      providers: [
        McpTools,
        {
          provide: AnonymizeText,
          ...value({
            execute: async (...given: [unknown, object]) => (record(...given), { text: 'Dear [NAME_1]' }),
          }),
        },
        {
          provide: OwnFiles,
          ...value({
            anonymize: async (caller: unknown, { content, ...file }: { content: Buffer }) => {
              record(caller, {
                ...file,
                digest: createHash('sha256').update(content).digest('hex'),
                bytes: content.length,
              });
              return {
                fileName: 'Brief an [NAME_1].txt',
                mediaType: 'text/plain',
                content: Buffer.from('[NAME_1]'),
                report: {
                  format: 'txt',
                  values: { text: { Names: 1 }, name: { Names: 1 } },
                  dropped: {},
                  rasterized_pages: 0,
                  pages_read_by_ocr: 0,
                },
              };
            },
          }),
        },
        {
          provide: ManageCases,
          ...value({
            list: async (caller: unknown, page: object) => {
              record(caller, page);
              return {
                cases: [{ id: 'c', name: SECRET, createdAt: at, lastUsedAt: at, expiresAt: null }],
                next: 'n',
              };
            },
          }),
        },
        { provide: CurrentPolicies, ...value({ of: async () => ({ document: { mcp_tools: mcpTools } }) }) },
        {
          provide: ReceiveUpload,
          ...value({
            execute: async () => 'upload',
            discard: async (upload: unknown) => void discarded.push(upload),
          }),
        },
        {
          provide: TranscribeNow,
          ...value({
            execute: async (...given: [unknown, object]) => (record(...given), { text: 'Dear [NAME_1]' }),
          }),
        },
        {
          provide: McpGateway,
          ...value({
            check: async ({ server }: { server: string }) => {
              if (server !== 'crm')
                throw new AppError('not_found', 'There is no MCP server with this name for you');
            },
            tools: async () => [{ name: 'find', inputSchema: { type: 'object' } }],
            call: async ({ caseId }: { caseId: string }, params: object) => {
              record(undefined, { caseId, ...params });
              return { content: [{ type: 'text', text: '[NAME_1]' }] };
            },
          }),
        },
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    discarded.length = 0;
    served.logged.length = 0;
    failure = undefined;
    mcpTools = undefined;
    user.grants = ['transcribe'];
    delete user.key;
  });
  afterAll(() => served.close());

  const send = (message: object, headers: Record<string, string> = {}, path = 'mcp') =>
    served.post(path, message, headers);
  const ask = async (method: string, params: object = {}, ...more: [Record<string, string>?, string?]) =>
    (await send({ jsonrpc: '2.0', id: 1, method, params }, ...more)).json as Message;
  const call = async (name: string, args: object, ...more: [Record<string, string>?, string?]) => {
    const { result, error } = await ask('tools/call', { name, arguments: args }, ...more);
    return error
      ? { error }
      : { ...result!, text: result!.content!.find(({ type }) => type === 'text')?.text };
  };
  const useKey = (...scopes: Scope[]): void => {
    user.key = { id: newId(), scopes };
  };

  it('lists its tools, and restore only if the policy does', async () => {
    const names = async () => (await ask('tools/list')).result!.tools!.map(({ name }) => name);
    expect(await names()).toEqual(['anonymize', 'anonymize_file', 'transcribe', 'list_cases']);
    mcpTools = ['restore'];
    expect(await names()).toContain('restore');
    expect(await call('restore', {})).toMatchObject({
      structuredContent: { link: 'https://chat.company.example/restore' },
    });
  });

  it('answers earlier clients in their version, and each message alone', async () => {
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'earlier', version: '1' },
    };
    expect(await ask('initialize', initialize)).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18' },
    });
    const notified = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, notified.text]).toEqual([202, '']);
    expect((await served.ask('mcp')).status).toBe(405);
  });

  it('holds no connection open for changes', async () => {
    expect(await ask('subscriptions/listen')).toMatchObject({ id: 1, error: { code: -32601 } });
    expect((await send({ jsonrpc: '2.0', method: 'subscriptions/listen' })).json).toMatchObject({ id: null });
  });

  it.each([
    {},
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 1 },
    { hello: SECRET },
  ])('refuses a message that is none: %j', async (message) => {
    const { status, text } = await send(message);
    expect(status).toBe(400);
    expect(text).not.toContain(SECRET);
    expect(asked).toEqual([]);
  });

  it('does not know other methods and tools', async () => {
    expect(await ask('resources/list')).toMatchObject({ error: { code: -32601 } });
    const unknown = await call('delete_everything', {});
    expect('isError' in unknown ? unknown.isError : unknown.error).toBeTruthy();
    expect(asked).toEqual([]);
  });

  describe('anonymizes a text', () => {
    it('in the language that it guesses, with surrogates and the default kinds', async () => {
      const result = await call('anonymize', { text: `Write to ${SECRET} about the contract` });
      expect(result).toMatchObject({ text: 'Dear [NAME_1]', structuredContent: { text: 'Dear [NAME_1]' } });
      expect(asked).toEqual([
        {
          text: `Write to ${SECRET} about the contract`,
          field: 'text',
          language: expect.objectContaining({ code: 'en' }),
          style: 'surrogates',
        },
      ]);
    });

    it('in the language, the kinds and the case of the request', async () => {
      await call('anonymize', { text: 'x', lang: 'de', choices: ['Names'], case_id: 'c' });
      expect(asked).toMatchObject([
        { language: { code: 'de' }, choices: ['Names'], named: ['Names'], from: { caseId: 'c' } },
      ]);
    });

    it.each([{}, { text: '' }, { text: 7 }, { text: 'x', choices: ['People'] }])(
      'not with arguments such as %j',
      async (args) => {
        const result = await call('anonymize', args);
        expect('isError' in result ? result.isError : result.error).toBeTruthy();
        expect(asked).toEqual([]);
      },
    );

    it('of a language that it knows', async () => {
      const result = await call('anonymize', { text: 'x', lang: SECRET });
      expect(result).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^lang must be .*\(bad_request\)$/),
      });
      expect(JSON.stringify(result)).not.toContain(SECRET);
    });
  });

  it.each([
    [
      new AppError('blocked_by_policy', 'The policy blocks Cards'),
      'The policy blocks Cards (blocked_by_policy)',
      0,
    ],
    [new AppError('unavailable', 'Detection is busy'), 'Detection is busy (unavailable)', 1],
    [
      new TypeError(`cannot read ${SECRET}`),
      'Something went wrong on our side; the request id finds it in the log (internal)',
      1,
    ],
  ])('answers a failure as a result, without the words of others', async (error, text, logged) => {
    failure = error;
    expect(await call('anonymize', { text: 'x' })).toMatchObject({ isError: true, text });
    expect(served.logged).toHaveLength(logged);
  });

  it('anonymizes a file, and names only the numbers of its values', async () => {
    const result = await call('anonymize_file', {
      name: 'a.txt',
      content: base64('Anna'),
      lang: 'de',
      choices: ['Names'],
    });
    expect(asked).toEqual([
      {
        fileName: 'a.txt',
        lang: 'de',
        choices: ['Names'],
        bytes: 4,
        digest: createHash('sha256').update('Anna').digest('hex'),
      },
    ]);
    expect(result).toMatchObject({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'file:///Brief%20an%20%5BNAME_1%5D.txt',
            mimeType: 'text/plain',
            blob: base64('[NAME_1]'),
          },
        },
        { type: 'text' },
      ],
    });
    expect(JSON.parse((result as { text: string }).text)).toEqual({
      values: { Names: 2 },
      dropped: {},
      rasterized_pages: 0,
      pages_read_by_ocr: 0,
    });
  });

  it.each([
    [{ name: '', content: '' }],
    [{ name: 'x'.repeat(256), content: '' }],
    [{ name: 'a.txt', content: 'not base64!' }],
    [{ name: 'a.txt' }],
  ])('refuses a file without a name or content: %j', async (args) => {
    const result = await call('anonymize_file', args);
    expect('isError' in result ? result.isError : result.error).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('has files of up to 10 MiB', async () => {
    const content = Buffer.alloc(10 * 1024 ** 2 + 1).toString('base64');
    expect(await call('anonymize_file', { name: 'a.txt', content })).toMatchObject({
      isError: true,
      text: 'content is too large: at most 10485760 bytes are accepted (too_large)',
    });
  });

  describe('transcribes a recording', () => {
    const RECORDING = { name: 'a.wav', content: base64('x'), lang: 'en' };

    it('with every kind hidden, and deletes it', async () => {
      expect(await call('transcribe', { ...RECORDING, case_id: 'c' })).toMatchObject({
        text: 'Dear [NAME_1]',
      });
      expect(asked).toMatchObject([
        { audio: 'upload', language: 'en', anonymize: { style: 'surrogates' }, inCase: { caseId: 'c' } },
      ]);
      expect(discarded).toEqual(['upload']);
    });

    it('and deletes it also if the engine fails', async () => {
      failure = new AppError('engine_failed', 'The engine failed');
      expect(await call('transcribe', RECORDING)).toMatchObject({
        isError: true,
        text: 'The engine failed (engine_failed)',
      });
      expect(discarded).toEqual(['upload']);
    });

    it('only with the grant of the organization, and of a known type', async () => {
      expect(await call('transcribe', { ...RECORDING, name: 'a.txt' })).toMatchObject({
        text: expect.stringMatching(/^file must be named as one of /),
      });
      user.grants = [];
      expect(await call('transcribe', RECORDING)).toMatchObject({
        text: expect.stringMatching(/\(not_granted\)$/),
      });
      expect(discarded).toEqual([]);
    });
  });

  it('lists ids and dates of cases, and no names', async () => {
    const result = (await call('list_cases', { cursor: 'x' })) as { text: string };
    expect(JSON.parse(result.text)).toEqual({
      cases: [
        {
          case_id: 'c',
          created_at: '2026-11-26T08:00:00.000Z',
          last_used_at: '2026-11-26T08:00:00.000Z',
          expires_at: null,
        },
      ],
      next_cursor: 'n',
    });
    expect(asked).toEqual([{ limit: 100, cursor: 'x' }]);
  });

  it.each([
    ['list_cases', {}],
    ['anonymize', { text: 'x', case_id: 'c' }],
    ['anonymize_file', { name: 'a.txt', content: '', case_id: 'c' }],
    ['transcribe', { name: 'a.wav', content: '', lang: 'en', case_id: 'c' }],
  ])('refuses cases to a key without the scope: %s', async (tool, args) => {
    useKey('anonymize');
    expect(await call(tool, args)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/cases.*\(forbidden\)$/),
    });
    expect(asked).toEqual([]);
    useKey('anonymize', 'cases');
    expect(await call(tool, args)).not.toHaveProperty('isError', true);
  });

  describe('in front of another server', () => {
    const CASE = { 'x-case': 'c' };

    it('shows its tools, and calls them in the case of the request', async () => {
      expect((await ask('tools/list', {}, CASE, 'mcp/crm')).result!.tools).toMatchObject([{ name: 'find' }]);
      expect(await call('find', { name: '[NAME_1]' }, CASE, 'mcp/crm')).toMatchObject({ text: '[NAME_1]' });
      expect(asked).toMatchObject([{ caseId: 'c', name: 'find', arguments: { name: '[NAME_1]' } }]);
    });

    it('needs a case', async () => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      expect(await send(message, {}, 'mcp/crm')).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'X-Case', message: 'must be given: the case that hides the results' }] },
      });
      useKey('anonymize');
      expect((await send(message, CASE, 'mcp/crm')).status).toBe(403);
    });

    it('is unknown by another name', async () => {
      expect((await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, CASE, 'mcp/other')).status).toBe(
        404,
      );
    });

    it('answers a failure of a tool as a result', async () => {
      failure = new AppError('case_closed', 'The case is closed');
      expect(await call('find', {}, CASE, 'mcp/crm')).toMatchObject({
        isError: true,
        text: 'The case is closed (case_closed)',
      });
    });
  });
});

import { AppError, newId } from '@app/common';
import { httpConfig, llmConfig } from '@app/config';
import { Log } from '@app/observability';
import { RelayCall } from '@app/openai-gateway';
import { AcceptCall } from '@app/policy';
import { Analyze, AnonymizeResults } from '@app/presidio';
import { serve, HTTP, type Served } from '../../testing/serve';
import { AnthropicController } from '../anthropic/anthropic.controller';
import { GeminiController, GeminiV1Controller } from '../gemini/gemini.controller';
import { BudgetGate } from '../http/model-call';
import { PresidioController, PresidioHealthController } from '../presidio/presidio.controller';
import { AnswerCall } from './answer-call';
import { GatewayEntry } from './gateway-entry';
import { OpenAiController } from './openai.controller';
import { ResponsesController } from './responses.controller';
import { StreamAnswer } from './stream-answer';

const user = { userId: newId(), organizationId: newId(), groups: [], email: 'anna@company.example' };

/** The dialects, each with the address of its calls. */
const CALLS = [
  ['chat', 'openai/v1/chat/completions'],
  ['responses', 'openai/v1/responses'],
  ['messages', 'anthropic/v1/messages'],
] as const;

describe('the gateways', () => {
  let served: Served;
  const asked: { dialect: string; body: object }[] = [];
  let failure: AppError | undefined;
  let parts: object[] = [];
  let models: object[] = [];

  beforeAll(async () => {
    const value = (provide: unknown, useValue: unknown) => ({ provide: provide as string, useValue });
    const fail = (): void => {
      if (failure) throw failure;
    };
    served = await serve({
      user,
      controllers: [
        OpenAiController,
        ResponsesController,
        AnthropicController,
        GeminiController,
        GeminiV1Controller,
        PresidioController,
        PresidioHealthController,
      ],
      providers: [
        AnswerCall,
        GatewayEntry,
        StreamAnswer,
        value(httpConfig.KEY, HTTP),
        value(llmConfig.KEY, { replacements: 'placeholders' }),
        value(Log, { error: () => undefined }),
        value(BudgetGate, { enter: async () => undefined }),
        value(AcceptCall, { models: async () => models }),
        value(Analyze, { execute: async (_: unknown, body: object) => [body] }),
        value(AnonymizeResults, { execute: async (_: unknown, body: object) => body }),
        value(RelayCall, {
          execute: async (dialect: string, _: unknown, { body }: { body: object }) => {
            asked.push({ dialect, body });
            fail();
            return { answered: dialect };
          },
          stream: async function* stream(dialect: string, _: unknown, { body }: { body: object }) {
            asked.push({ dialect, body });
            fail();
            yield* parts;
          },
        }),
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    failure = undefined;
    parts = [];
    models = [];
  });
  afterAll(() => served.close());

  it.each(CALLS)(
    'pass on a call of %s as it is, without fields that they do not know',
    async (dialect, path) => {
      const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], anything: { deep: [1] } };
      expect((await served.post(path, body)).json).toEqual({ answered: dialect });
      expect(asked).toEqual([{ dialect, body }]);
    },
  );

  it.each(CALLS)('stream an answer of %s only if the body says true', async (dialect, path) => {
    parts = [{ type: 'x' }];
    for (const stream of [false, null, 'true', 1]) {
      expect((await served.post(path, { stream })).json).toEqual({ answered: dialect });
    }
    const { headers, text } = await served.post(path, { stream: true });
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(text).toContain('data: {"type":"x"}\n\n');
  });

  it.each([
    ...CALLS.map(([, path]) => [path, { stream: true }] as const),
    ['gemini/v1beta/models/m:streamGenerateContent', {}],
  ] as const)('answer a failure before the first part as a failure: %s', async (path, body) => {
    failure = new AppError('provider_rate_limited', 'The provider is busy', { retryAfterS: 3 });
    const { status, headers, text } = await served.post(path, body);
    expect([status, headers.get('retry-after'), headers.get('x-error-code')]).toEqual([
      429,
      '3',
      'provider_rate_limited',
    ]);
    expect(text).toContain('The provider is busy');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it.each([
    [
      'openai/v1/chat/completions',
      { error: { type: 'invalid_request_error', param: null, code: 'bad_request' } },
    ],
    ['anthropic/v1/messages', { type: 'error', error: { type: 'invalid_request_error' } }],
    ['gemini/v1beta/models/m:generateContent', { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
    ['presidio/analyze', { error: 'The body is missing: send a JSON object' }],
  ])('refuse a missing body in the form that clients of %s read', async (path, error) => {
    const { status, json } = await served.post(path);
    expect([status, json]).toMatchObject([400, error]);
  });

  describe('of Anthropic', () => {
    it.each([
      [undefined, undefined],
      ['', undefined],
      ['a', ['a']],
      [' a , b,,', ['a', 'b']],
    ])('read the header anthropic-beta as a field, and no field of the body: %j', async (header, betas) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'anthropic-beta': header };
      await served.post('anthropic/v1/messages', { model: 'm', anthropic_beta: ['forged'] }, headers);
      expect(asked).toEqual([
        { dialect: 'messages', body: { model: 'm', ...(betas && { anthropic_beta: betas }) } },
      ]);
    });

    it('count tokens of the system, the messages and the tools', async () => {
      const count = async (body: object) =>
        ((await served.post('anthropic/v1/messages/count_tokens', body)).json as { input_tokens: number })
          .input_tokens;
      const messages = [{ role: 'user', content: 'Hello there' }];
      const alone = await count({ model: 'm', messages });
      expect(alone).toBeGreaterThan(0);
      expect(await count({ model: 'm', messages, system: null, tools: null })).toBe(alone);
      expect(await count({ model: 'm', messages, system: 'Be polite and short' })).toBeGreaterThan(alone);
      expect(await count({ model: 'm', messages, tools: [{ name: 'find' }] })).toBeGreaterThan(alone);
    });

    it.each([
      [{ messages: [{}] }, 'model must be the id of a model'],
      [{ model: '', messages: [{}] }, 'model must be the id of a model'],
      [{ model: 'm' }, 'messages must be a list of objects'],
      [{ model: 'm', messages: ['x'] }, 'messages must be a list of objects'],
    ])('count no tokens of %j', async (body, message) => {
      expect(await served.post('anthropic/v1/messages/count_tokens', body)).toMatchObject({
        status: 400,
        json: { type: 'error', error: { type: 'invalid_request_error', message } },
      });
    });

    it('list models, and none without ids of the first and last', async () => {
      expect((await served.ask('anthropic/v1/models')).json).toEqual({
        data: [],
        has_more: false,
        first_id: null,
        last_id: null,
      });
      models = [{ id: 'a' }, { id: 'b' }];
      expect((await served.ask('anthropic/v1/models')).json).toMatchObject({
        data: [{ type: 'model', id: 'a', display_name: 'a' }, { id: 'b' }],
        first_id: 'a',
        last_id: 'b',
      });
    });
  });

  describe('of Gemini', () => {
    it.each(['v1beta', 'v1'])(
      'read the model of the address, and not that of the body: %s',
      async (version) => {
        await served.post(`gemini/${version}/models/m:generateContent`, { model: 'forged', contents: [] });
        await served.post(`gemini/${version}/models/n:streamGenerateContent?alt=sse`, {});
        expect(asked).toEqual([
          { dialect: 'gemini', body: { model: 'm', contents: [] } },
          { dialect: 'gemini', body: { model: 'n' } },
        ]);
      },
    );

    it.each(['json', '', 'sse&alt=sse'])('stream events only: alt=%s', async (alt) => {
      expect(await served.post(`gemini/v1beta/models/m:streamGenerateContent?alt=${alt}`, {})).toMatchObject({
        status: 400,
        json: { error: { message: 'alt must be sse: chunks are sent as events only' } },
      });
      expect(asked).toEqual([]);
    });

    it.each([
      [{}],
      [{ contents: 'x' }],
      [{ generateContentRequest: { contents: [] } }],
      [{ generateContentRequest: [] }],
    ])('count no tokens of %j', async (body) => {
      expect(await served.post('gemini/v1beta/models/m:countTokens', body)).toMatchObject({
        status: 400,
        json: { error: { message: 'contents must be a list of objects' } },
      });
    });

    it('list models with their limits', async () => {
      models = [{ id: 'a', promptTokens: 10, answerTokens: 5 }];
      expect((await served.ask('gemini/v1/models')).json).toEqual({
        models: [
          {
            name: 'models/a',
            displayName: 'a',
            inputTokenLimit: 10,
            outputTokenLimit: 5,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          },
        ],
      });
    });
  });

  describe('of OpenAI', () => {
    it('list models, and know one by its whole id', async () => {
      models = [{ id: 'a/b' }];
      const model = { id: 'a/b', object: 'model', created: 0, owned_by: 'privacy-chat' };
      expect((await served.ask('openai/v1/models')).json).toEqual({ object: 'list', data: [model] });
      expect((await served.ask('openai/v1/models/a%2Fb')).json).toEqual(model);
      for (const other of ['a', 'A%2FB', '__proto__'])
        expect(await served.ask(`openai/v1/models/${other}`)).toMatchObject({
          status: 404,
          json: { error: { code: 'model_not_found', message: 'GET models lists no such model' } },
        });
    });
  });

  describe('of Presidio', () => {
    it.each(['recognizers', 'supportedentities'])('list %s of a known language', async (list) => {
      for (const query of ['', '?language=en', '?language=de'])
        expect((await served.ask(`presidio/${list}${query}`)).json).toEqual(
          expect.arrayContaining([expect.any(String)]),
        );
      expect((await served.ask(`presidio/${list}?language=xx`)).status).toBe(400);
      expect((await served.ask(`presidio/${list}?language=en&language=de`)).json).toEqual({
        error: 'language must be given once',
      });
    });

    it('say that they are up', async () => {
      const { headers, text } = await served.ask('presidio/health');
      expect([headers.get('content-type'), text]).toEqual([
        'text/plain; charset=utf-8',
        'privacy-chat is up',
      ]);
    });

    it('pass on bodies as they are', async () => {
      expect((await served.post('presidio/analyze', { text: 'x', more: 1 })).json).toEqual([
        { text: 'x', more: 1 },
      ]);
    });
  });
});

import { AppError, newId, type Scope } from '@app/common';
import { httpConfig, jobsConfig } from '@app/config';
import { ReadDocumentText } from '@app/documents';
import { Log } from '@app/observability';
import { AnonymizeText } from '@app/private-model';
import { AnonymizeWithMapping } from '@app/restoring';
import {
  ChooseVersion,
  ContinueAnswer,
  RegenerateAnswer,
  SendPrompt,
  TitleChat,
  type ChatEvent,
} from '@app/sessions';
import { serve, HTTP, JOBS, type Answer, type Served } from '../../testing/serve';
import { AnonymizeController } from '../anonymize/anonymize.controller';
import { BudgetGate } from '../http/model-call';
import { ChatController } from './chat.controller';
import { StreamChat } from './stream-chat';

const user: { userId: string; organizationId: string; key?: { id: string; scopes: Scope[] } } = {
  userId: newId(),
  organizationId: newId(),
};
const PROMPT = { prompt: 'Write to Anna', lang: 'en', choices: ['Names'], model: 'm', anonymized: true };
const RESULT = {
  chatId: 'c',
  anonymizedPrompt: 'Write to [NAME_1]',
  replacedResponse: 'Dear Anna',
  anonymizedValues: { Names: ['[NAME_1]'] },
  totalTokens: 118,
  protection: 'some' as const,
  finish: 'stop',
};
const BODY = {
  session_id: 'c',
  anonymized_prompt: 'Write to [NAME_1]',
  replaced_response: 'Dear Anna',
  anonymized_values: { Names: ['[NAME_1]'] },
  total_tokens: '118',
};

describe('the endpoints of prompts', () => {
  let served: Served;
  const asked: object[] = [];
  let result: typeof RESULT & { continuesAt?: number };
  let events: () => AsyncGenerator<ChatEvent, void, void>;
  let isOverBudget = false;

  beforeAll(async () => {
    const value = (provide: unknown, useValue: unknown) => ({ provide: provide as string, useValue });
    const record = (answer: () => object) => async (_: unknown, input: object) => (
      asked.push(input),
      answer()
    );
    const hidden = {
      text: '[NAME_1]',
      anonymizedValues: { Names: ['[NAME_1]'] },
      detectedValues: { Names: ['Anna'] },
    };
    served = await serve({
      user,
      controllers: [ChatController, AnonymizeController],
      providers: [
        StreamChat,
        value(httpConfig.KEY, HTTP),
        value(jobsConfig.KEY, JOBS),
        value(Log, { error: () => undefined }),
        value(BudgetGate, {
          enter: async () => {
            if (isOverBudget) throw new AppError('budget_exceeded', 'The budget is used up');
          },
        }),
        value(SendPrompt, {
          execute: record(() => result),
          stream: (_: unknown, input: object) => (asked.push(input), events()),
        }),
        value(ContinueAnswer, { execute: record(() => ({ prompt: 'Continue', chatId: 'c' })) }),
        value(RegenerateAnswer, { execute: record(() => ({ prompt: 'Again', chatId: 'c' })) }),
        value(ChooseVersion, { execute: async (_: unknown, ...given: string[]) => void asked.push(given) }),
        value(TitleChat, { execute: record(() => ({ name: 'Letter', protection: 'all' })) }),
        value(AnonymizeText, { execute: record(() => hidden) }),
        value(AnonymizeWithMapping, { execute: record(() => ({ ...hidden, mapping: 'sealed-2' })) }),
        value(ReadDocumentText, { execute: async (_: unknown, id: string) => `text of ${id}` }),
      ],
    });
  });
  beforeEach(() => {
    asked.length = 0;
    result = { ...RESULT };
    isOverBudget = false;
    delete user.key;
  });
  afterAll(() => served.close());

  const messageOf = ({ json }: Answer) => (json as { message: string }).message;

  describe('send a prompt', () => {
    it('and answer with its five fields, and with headers about the call', async () => {
      const { headers, json } = await served.post('chat', PROMPT);
      expect(json).toEqual(BODY);
      expect([headers.get('x-protection'), headers.get('x-finish-reason')]).toEqual(['some', 'stop']);
      expect(headers.get('x-continues-at')).toBeNull();
      expect(asked).toMatchObject([
        { prompt: 'Write to Anna', choices: ['Names'], model: 'm', keepsStopped: false },
      ]);
    });

    it('in the case, the style and the manner of the request', async () => {
      const headers = { 'x-replacements': 'surrogates', 'x-on-disconnect': 'keep' };
      await served.post('chat', { ...PROMPT, case_id: 'k', chat_id: 'c' }, headers);
      expect(asked).toMatchObject([{ caseId: 'k', chatId: 'c', style: 'surrogates', keepsStopped: true }]);
    });

    it.each([
      [{ 'x-replacements': 'both' }, 'The header X-Replacements must be placeholders or surrogates'],
      [{ 'x-on-disconnect': 'stop' }, 'The header X-On-Disconnect must be keep, or absent'],
    ] as [Record<string, string>, string][])('not with the headers %j', async (headers, message) => {
      expect(messageOf(await served.post('chat', PROMPT, headers))).toBe(message);
      expect(asked).toEqual([]);
    });

    it('not if a budget is used up, but after its fields are validated', async () => {
      isOverBudget = true;
      expect((await served.post('chat', PROMPT)).status).toBe(429);
      expect((await served.post('chat', { ...PROMPT, prompt: ' ' })).status).toBe(400);
      expect((await served.post('chat', { ...PROMPT, prompt: 'x'.repeat(1_001) })).status).toBe(413);
      expect(asked).toEqual([]);
    });

    it('in a case only for a key with the scope', async () => {
      user.key = { id: newId(), scopes: ['chat'] };
      expect((await served.post('chat', { ...PROMPT, case_id: 'k' })).status).toBe(403);
      expect((await served.post('chat', PROMPT)).status).toBe(200);
    });
  });

  describe('stream an answer', () => {
    const stream = (accept: string) => served.post('chat', PROMPT, { accept });
    beforeEach(() => {
      events = async function* all() {
        yield { start: 'c', protection: 'some' } as ChatEvent;
        yield { delta: 'Dear\nAnna' } as ChatEvent;
        yield { result: RESULT } as ChatEvent;
      };
    });

    it.each([
      'text/event-stream',
      'TEXT/EVENT-STREAM',
      'application/json, text/event-stream',
      'text/event-stream;q=0.9',
    ])('if the client accepts events: %s', async (accept) => {
      const { headers, text } = await stream(accept);
      expect([headers.get('content-type'), headers.get('x-protection')]).toEqual([
        'text/event-stream; charset=utf-8',
        'some',
      ]);
      expect(text).toBe(
        [
          'event: start\ndata: {"session_id":"c"}',
          'event: delta\ndata: {"text":"Dear\\nAnna"}',
          'event: meta\ndata: {"finish_reason":"stop","protection":"some"}',
          `event: result\ndata: ${JSON.stringify(BODY)}`,
          '',
        ].join('\n\n'),
      );
    });

    it.each(['*/*', 'text/*', 'application/json', 'text/event-streams', 'x-text/event-stream'])(
      'not if it does not name them: %s',
      async (accept) => {
        expect((await stream(accept)).json).toEqual(BODY);
      },
    );

    it('and say at which place of the previous answer it continues', async () => {
      events = async function* continued() {
        yield { start: 'c', protection: 'all', continuesAt: 0 } as ChatEvent;
      };
      expect((await stream('text/event-stream')).text).toBe(
        'event: start\ndata: {"session_id":"c","continues_at":0}\n\n',
      );
    });

    it('and end it with the envelope if a later event fails', async () => {
      events = async function* broken() {
        yield { start: 'c', protection: 'all' } as ChatEvent;
        throw new AppError('provider_broke_off', 'The answer ended early', { promptSent: true });
      };
      const { status, text } = await stream('text/event-stream');
      expect(status).toBe(200);
      expect(JSON.parse(text.split('event: error\ndata: ')[1]!)).toEqual({
        success: false,
        message: 'The answer ended early',
        response_code: 502,
        code: 'provider_broke_off',
        prompt_sent: true,
      });
    });

    it('as a failure if the first event fails', async () => {
      events = async function* none() {
        yield* [];
        throw new AppError('provider_timeout', 'too late', { promptSent: false });
      };
      const { status, headers } = await stream('text/event-stream');
      expect([status, headers.get('x-prompt-sent')]).toEqual([504, 'false']);
    });
  });

  describe('of an earlier answer', () => {
    it.each([undefined, {}, { model: null }, { model: '' }])(
      'continue it with its own model: %j',
      async (body) => {
        result.continuesAt = 0;
        const { headers } = await served.post('chat/c/continue', body);
        expect(headers.get('x-continues-at')).toBe('0');
        expect(asked[0]).toEqual({ chatId: 'c' });
      },
    );

    it('make another version of its turn with the changed fields only', async () => {
      await served.post('chat/c/regenerate', { turn_id: 't' });
      await served.post('chat/c/regenerate', {
        turn_id: 't',
        prompt: 'x',
        choices: ['Names'],
        hide: ['a'],
        model: 'n',
        lang: null,
      });
      expect([asked[0], asked[2]]).toMatchObject([
        { chatId: 'c', turnId: 't' },
        { chatId: 'c', turnId: 't', prompt: 'x', choices: { named: ['Names'] }, hide: ['a'], model: 'n' },
      ]);
      expect(Object.keys(asked[0]!)).toEqual(['chatId', 'turnId']);
    });

    it('make no version in which no kind is hidden', async () => {
      const answer = await served.post('chat/c/regenerate', { turn_id: 't', choices: [] });
      expect(messageOf(answer)).toMatch(/^choices must name at least one of /);
      expect(asked).toEqual([]);
    });

    it('choose a version and name the chat', async () => {
      expect((await served.post('chat/c/version', { turn_id: 't' })).json).toEqual({
        success: true,
        message: 'Version chosen',
      });
      const { headers, json } = await served.post('chat/c/title');
      expect([headers.get('x-protection'), json]).toMatchObject(['all', { data: { name: 'Letter' } }]);
      expect(asked).toEqual([['c', 't'], { chatId: 'c' }]);
    });
  });

  describe('anonymize a text', () => {
    const TEXT = { prompt: 'Anna', lang: 'en', choices: ['Names'], model: 'm', anonymized: false };
    const SHOWN = {
      anonymized_prompt: '[NAME_1]',
      anonymized_values: { Names: ['[NAME_1]'] },
      detected_values: { Names: ['Anna'] },
    };

    it.each([
      [false, 'placeholders'],
      [true, 'surrogates'],
    ])('with the style that anonymized: %s means', async (anonymized, style) => {
      expect((await served.post('anonymize', { ...TEXT, anonymized })).json).toEqual(SHOWN);
      expect(asked).toMatchObject([{ text: 'Anna', field: 'prompt', style }]);
    });

    it('of a document', async () => {
      await served.post('anonymize', { ...TEXT, prompt: '', doc: 'd' });
      expect(asked).toMatchObject([{ text: 'text of d', field: 'doc' }]);
    });

    it('with a sealed mapping, and answer with the next one', async () => {
      expect((await served.post('anonymize', { ...TEXT, mapping: 'sealed' })).json).toEqual({
        ...SHOWN,
        mapping: 'sealed-2',
      });
      expect(asked).toMatchObject([{ mapping: 'sealed' }]);
    });

    it.each([
      [{ prompt: null }, 'prompt must be a string'],
      [{ prompt: 'x', doc: 'd' }, 'doc must be empty if prompt is given'],
      [
        { mapping: 'sealed', case_id: 'k' },
        'mapping must be absent if case_id is given: the case restores its values',
      ],
      [{ prompt: '' }, 'prompt must not be empty or blank'],
    ])('not as %j', async (more, message) => {
      expect(messageOf(await served.post('anonymize', { ...TEXT, ...more }))).toBe(message);
      expect(asked).toEqual([]);
    });

    it.each([
      [{ mapping: 'sealed' }, 'restore'],
      [{ case_id: 'k' }, 'cases'],
    ] as const)('with %j only for a key with the scope %s', async (more, scope) => {
      user.key = { id: newId(), scopes: ['anonymize'] };
      expect((await served.post('anonymize', { ...TEXT, ...more })).status).toBe(403);
      user.key.scopes.push(scope);
      expect((await served.post('anonymize', { ...TEXT, ...more })).status).toBe(200);
    });
  });
});

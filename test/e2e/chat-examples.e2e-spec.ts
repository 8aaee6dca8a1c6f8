import { startSystem, type TestSystem } from '@app/testing';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import type { ChatBody } from '../support/chat';

interface Content {
  example?: unknown;
  schema?: { example?: unknown; $ref?: string };
}
interface Operation {
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, { example?: unknown }> }> };
}

let system: TestSystem;
let api: ApiClient;
let document: OpenApi;

beforeAll(async () => {
  system = await startSystem({ RATE_LIMITS: 'off' }, ['api']);
  api = new ApiClient(system, await system.user());
  document = (await (await fetch(system.url('/docs-json'))).json()) as OpenApi;
}, 120_000);

afterAll(() => system.stop());

const operation = (method: string, path: string): Operation => document.paths[`/ai/v1/${path}`]![method]!;

/** The request body that the document shows: an example of its own, or that of each field. */
function shownRequest(method: string, path: string): Record<string, unknown> {
  const { example, schema = {} } = operation(method, path).requestBody!.content['application/json']!;
  const whole = example ?? schema.example;
  if (whole) return whole as Record<string, unknown>;
  const { properties } = document.components.schemas[schema.$ref!.split('/').at(-1)!]!;
  const examples = Object.entries(properties).map(([field, { example }]) => [field, example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

function shownAnswer(method: string, path: string, status = 200): unknown {
  const { example, schema } = operation(method, path).responses[status]!.content!['application/json']!;
  return example ?? schema?.example;
}

/** Ids, times and what depends on them: the same form is enough. */
const form = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(form);
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string')
    return value
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replace(/^\d{4}-\d\d-\d\d$/, 'a day')
      .replace(/^\d+$/, 'digits');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [form(key), form(inner)]));
};

const placeholders = { 'X-Replacements': 'placeholders' };

describe('the examples of the OpenAPI document are what the service answers', () => {
  let chat: ApiAnswer<ChatBody>;

  beforeAll(async () => {
    chat = await api.post<ChatBody>('chat', shownRequest('post', 'chat'), placeholders);
  });

  it('POST chat', () => {
    expect(form(chat.body)).toEqual(form(shownAnswer('post', 'chat')));
  });

  it('POST anonymize', async () => {
    const { body } = await api.post('anonymize', shownRequest('post', 'anonymize'));
    expect(body).toEqual(shownAnswer('post', 'anonymize'));
  });

  it('GET models', async () => {
    expect((await api.get('models')).body).toEqual(shownAnswer('get', 'models'));
  });

  it('GET history', async () => {
    expect(form((await api.get('history')).body)).toEqual(form(shownAnswer('get', 'history')));
  });

  it('GET history/{chat_id}', async () => {
    const { body } = await api.get(`history/${chat.body.session_id}`);
    expect(form(body)).toEqual(form(shownAnswer('get', 'history/{chat_id}')));
  });

  it('GET sessions', async () => {
    expect(form((await api.get('sessions')).body)).toEqual(form(shownAnswer('get', 'sessions')));
  });

  it('POST get-token-usage', async () => {
    const dates = { start_date: Date.now() - 60_000, end_date: Date.now() };
    const { body } = await api.post('get-token-usage', dates);
    expect(form(body)).toEqual(form(shownAnswer('post', 'get-token-usage')));
    const shown = await api.post('get-token-usage', shownRequest('post', 'get-token-usage'));
    expect(shown.status).toBe(200);
  });

  it('POST openai/v1/chat/completions', async () => {
    const path = 'openai/v1/chat/completions';
    const { body } = await api.post(path, shownRequest('post', path), placeholders);
    expect(form(body)).toEqual(form(shownAnswer('post', path)));
  });

  it('GET openai/v1/models', async () => {
    expect((await api.get('openai/v1/models')).body).toEqual(shownAnswer('get', 'openai/v1/models'));
  });

  it('POST rename-session, then DELETE delete-session/{session_id}', async () => {
    const { session_id } = chat.body;
    const request = { ...shownRequest('post', 'rename-session'), session_id };
    expect((await api.post('rename-session', request)).body).toEqual(shownAnswer('post', 'rename-session'));
    const deleted = await api.delete(`delete-session/${session_id}`);
    expect(deleted.body).toEqual(shownAnswer('delete', 'delete-session/{session_id}'));
  });

  it.each([
    ['chat', { chat_id: 'x' }],
    ['anonymize', { choices: [] }],
    ['rename-session', { session_id: 'x' }],
    ['get-token-usage', { start_date: 2, end_date: 1 }],
    ['openai/v1/chat/completions', { model: 'nobody' }],
  ])('POST %s, refused', async (path, fault) => {
    const { status, body } = await api.post(path, { ...shownRequest('post', path), ...fault });
    expect([status, body]).toEqual([400, shownAnswer('post', path, 400)]);
  });

  it.each([
    ['history/x', 'history/{chat_id}', 404],
    ['history/x?limit=0', 'history/{chat_id}', 400],
    ['sessions?limit=0', 'sessions', 400],
  ])('GET %s', async (path, pattern, status) => {
    const answer = await api.get(path);
    expect([answer.status, answer.body]).toEqual([status, shownAnswer('get', pattern, status)]);
  });

  it.each(['chat', 'models', 'openai/v1/models'])('%s without a token', async (path) => {
    const method = path === 'chat' ? 'post' : 'get';
    const response = await fetch(system.ai(path), { method });
    expect(await response.json()).toEqual(shownAnswer(method, path, 401));
  });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { TestUser } from '@app/testing';
import {
  contentType,
  strangeForm,
  strangeHeaders,
  strangeId,
  strangeJson,
  strangeQuery,
  strangeText,
} from './malformed';
import { UNKNOWN_ID } from './examples/recipe';
import { RawClient } from '../support/raw-client';
import { readDocument, type Operation } from './open-api';
import type { Caller } from '../support/api-client';
import type { Scene } from './scene';
import { chatRequest } from './story';

/** Longer than any request may take and shorter than the test: a request that hangs fails with its description. */
const HANGS_AFTER_MS = 120_000;

/**
 * Tests that random addresses, headers and bodies get the documented failure body and never a 5xx. A documented 503 is also
 * accepted if the feature is not configured.
 *
 * @param times multiplies the number of random requests, for runs with more time
 */
export function describeMalformed(scene: () => Scene, times = 1): void {
  let operations: Operation[];

  beforeAll(async () => {
    operations = await readDocument((path) => scene().call('GET', path));
  });

  /** Returns the status of a request after checking its answer. */
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<number> => {
    const signal = AbortSignal.timeout(HANGS_AFTER_MS);
    const response = await fetch(scene().system.url(path), { ...init, method, signal });
    const { status, headers } = response;
    const body = await response.text();
    if (status >= 500 && !(status === 503 && operations.some((one) => one.isNotSetUp(body))))
      throw new Error(`${method} ${path} -> ${status} ${body.slice(0, 200)}`);
    expect(headers.get('x-request-id')).toBeTruthy();
    if (status >= 400) expectEnvelope(path, status, body);
    return status;
  };

  const anyOperation = fc.nat().map((n) => operations[n % operations.length]!);
  const authorization = fc.boolean().map((given) => (given ? scene().user.authorization : {}));

  it('answers a body of any kind with the envelope at every endpoint [SEC-27]', async () => {
    const request = fc.record({
      operation: anyOperation,
      id: strangeId,
      body: strangeJson,
      contentType,
      authorization,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, id, body, contentType: type, authorization: token }) => {
        await send(operation.method, operation.at(id, id), {
          headers: { 'content-type': type, ...token },
          ...(operation.method !== 'GET' && { body }),
        });
      }),
      { numRuns: 280 * times, endOnFailure: true },
    );
  });

  it('answers with the envelope at every endpoint if any field, or every field, is null', async () => {
    const admin = await scene().system.user({ role: 'admin' });
    const values = await valuesOf(scene(), admin);
    const { origin } = new URL(scene().system.url('/'));
    const headers = { 'content-type': 'application/json', origin, ...admin.authorization };
    const answers: [string, number][] = [];
    for (const operation of operations) {
      const fields = Object.keys(operation.request);
      const bodies = fields.map((field) => ({ ...operation.request, [field]: null }));
      const allNull = Object.fromEntries(fields.map((field) => [field, null]));
      for (const body of fields.length > 0 ? [...bodies, allNull] : []) {
        const path = operation.at(...(values[operation.name] ?? []));
        const policy = await scene().call('GET', '/admin/v1/policy', { user: admin });
        const all = { ...headers, 'if-match': policy.headers.get('etag')! };
        answers.push([
          operation.name,
          await send(operation.method, path, { headers: all, body: JSON.stringify(body) }),
        ]);
      }
    }
    // The service does not read the body after 404 or 412.
    expect(answers.filter(([, status]) => status === 404 || status === 412)).toEqual([]);
    expect(answers.length).toBeGreaterThan(80);
  });

  it('answers 400 to an absent body exactly at the endpoints that require one', async () => {
    const bodies = operations.filter(({ bodyTypes }) => bodyTypes.includes('application/json'));
    const { origin } = new URL(scene().system.url('/'));
    const provider = await providerKey(scene());
    for (const { name, method, path, requiresBody } of bodies) {
      const headers = { origin, 'if-match': '0' };
      const answer = await scene().call(method, path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID), {
        headers,
        ...(isScim(path) && { user: provider }),
      });
      const isRefused = answer.status === 400 && answer.bytes.includes('The body is missing');
      expect([name, isRefused]).toEqual([name, requiresBody]);
    }
    expect(bodies.filter(({ requiresBody }) => !requiresBody).length).toBeGreaterThan(5);
  });

  it('answers a form of any kind with the envelope at every endpoint', async () => {
    const forms = () => operations.filter(({ bodyTypes }) => bodyTypes.includes('multipart/form-data'));
    const reader = fc.nat().map((n) => forms()[n % forms().length]!);
    const request = fc.record({ operation: fc.oneof(reader, reader, anyOperation), form: strangeForm });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation: { method, path }, form: { type, body } }) => {
        if (method === 'GET') return;
        const headers = { 'content-type': type, ...scene().user.authorization };
        await send(method, path.replaceAll(/\{[^}]+\}/g, 'x'), { headers, body });
      }),
      { numRuns: 40 * times, endOnFailure: true },
    );
  });

  it('answers a form with any values in any field that it has with the envelope', async () => {
    const fields = operations.flatMap(({ method, path, formFields }) =>
      formFields.map((field) => ({ method, path, field })),
    );
    expect(fields.map(({ field }) => field)).toContain('speaker_names');
    const text = fc.constantFrom('', 'null', 'true', '0', '11', '-1', '1e9', '[]', '{}', 'Names,', ' ', '\0');
    const request = fc.record({
      at: fc.nat().map((n) => fields[n % fields.length]!),
      key: fc.constantFrom('', '', '[]', '[x]', '[toString]'),
      values: fc.array(fc.oneof(strangeText, text), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ at: { method, path, field }, key, values }) => {
        const form = new FormData();
        const usual = { lang: 'en', delivery: 'poll', choices: 'Names', speakers: 'true' };
        for (const [name, value] of Object.entries(usual)) if (name !== field) form.set(name, value);
        for (const value of values) form.append(field + key, value);
        if (field !== 'file') form.set('file', new File(['This is no audio.'], 'a.wav'));
        const headers = scene().user.authorization;
        await send(method, path.replaceAll(/\{[^}]+\}/g, 'x'), { headers, body: form });
      }),
      { numRuns: 60 * times, endOnFailure: true },
    );
  });

  it('answers headers, queries and ids of any kind with the envelope at every endpoint [PRIV-104]', async () => {
    const request = fc.record({
      operation: anyOperation,
      id: strangeId,
      query: strangeQuery,
      headers: strangeHeaders,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, id, query, headers }) => {
        const address = `${operation.at(id, id)}?${query}`;
        await send(operation.method, address, {
          headers: { ...headers, ...scene().user.authorization },
          ...(operation.method !== 'GET' && { body: 'A text.' }),
        });
      }),
      { numRuns: 30 * times, endOnFailure: true },
    );
  });

  it.each([
    ['an unknown address', 'GET', '/ai/v1/nowhere', 404],
    ['an address outside every prefix', 'GET', '/favicon.ico', 404],
    ['a wrong method', 'PUT', '/ai/v1/history', 405],
    ['a wrong method beside ids', 'GET', '/ai/v1/job/anonymize', 405],
    ['a malformed address', 'GET', '/ai/v1/history/%E0%A4%A', 400],
    ['capital letters', 'POST', '/IDM/V1/auth/LOGIN', 400],
    ['capital letters at the gateway', 'PUT', '/AI/V1/OpenAI/v1/models', 405],
  ])('answers %s with the envelope', async (_, method, path, status) => {
    expect(await send(method, path, { headers: scene().user.authorization })).toBe(status);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'lists the methods of a literal path, without those of a path with parameters that also matches: %s [PRIV-98]',
    async (method) => {
      for (const path of ['job/anonymize', 'job/transcribe']) {
        const response = await fetch(scene().system.ai(path), { method });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
    },
  );

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n'],
    ['no host', 'GET /ai/v1/history HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a request to a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    [
      'an expectation that is not known',
      'GET /ai/v1/history HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n',
    ],
    ['a length that is none', 'POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    [
      'two lengths',
      'POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a chunk that is none',
      'POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    [
      'headers without end',
      `GET /ai/v1/history HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
  ])('answers %s with 400 and the envelope [PRIV-60]', async (_, bytes) => {
    const answer = await (await RawClient.open(scene().system.url(''))).send(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    expect([400, 401]).toContain(status);
    expectEnvelope('/ai/v1/', status, body);
  });

  it('stops reading a body that is too large', async () => {
    const body = JSON.stringify({ prompt: 'x'.repeat(2 * 1024 * 1024) });
    const headers = { 'content-type': 'application/json', ...scene().user.authorization };
    expect(await send('POST', '/ai/v1/chat', { headers, body })).toBe(413);
  });

  it('is still alive and ready afterwards', async () => {
    expect((await fetch(scene().system.url('/health/ready'))).status).toBe(200);
  });
}

/** Returns values of path parameters that identify resources of the admin's organization, by operation name. */
async function valuesOf(
  { call, webhook, webhookUrl }: Scene,
  user: TestUser,
): Promise<Record<string, string[]>> {
  const made = async (path: string, body: object) =>
    (await call('POST', path, { body, user })).body.data as { id: string; user?: { id: string } };
  const { body: chat } = await call('POST', 'chat', { body: chatRequest({ prompt: 'Hello' }), user });
  const job = await call('POST', 'job/anonymize', {
    body: { text: 'Hello', lang: 'en', webhook_url: webhookUrl },
    user,
  });
  const jobId = job.headers.get('x-job-id')!;
  await webhook(jobId);
  const assistant = await call('POST', 'assistants', { body: { name: 'Letters' }, user });
  const { assistant_id: assistantId } = assistant.body.data as { assistant_id: string };
  const evaluation = await call('POST', '/admin/v1/evaluations', { body: { name: 'Letters' }, user });
  const { evaluation_id: evaluationId } = evaluation.body.data as { evaluation_id: string };
  const texts = `/admin/v1/evaluations/${evaluationId}/texts`;
  const added = await call('POST', texts, { body: { texts: [{ text: 'Hello' }] }, user });
  const [text] = added.body.data as { text_id: string }[];
  const group = await made('/admin/v1/groups', { name: 'Legal' });
  const member = await made('/admin/v1/users', { user_name: `${randomUUID()}@company.example` });
  return {
    'POST /ai/v1/chat/{chat_id}/continue': [String(chat.session_id)],
    'POST /ai/v1/chat/{chat_id}/regenerate': [String(chat.session_id)],
    'POST /ai/v1/chat/{chat_id}/title': [String(chat.session_id)],
    'POST /ai/v1/chat/{chat_id}/version': [String(chat.session_id)],
    'POST /ai/v1/sessions/{session_id}/share': [String(chat.session_id)],
    'POST /ai/v1/sessions/{session_id}/suggestions': [String(chat.session_id)],
    'PUT /ai/v1/assistants/{assistant_id}': [assistantId],
    'POST /ai/v1/job/{job_id}/redeliver': [jobId],
    'POST /admin/v1/evaluations/{evaluation_id}/texts': [evaluationId],
    'PUT /admin/v1/evaluations/{evaluation_id}/texts/{text_id}': [evaluationId, text!.text_id],
    'PATCH /admin/v1/groups/{group_id}': [group.id],
    'PATCH /admin/v1/users/{user_id}': [member.user!.id],
    'PUT /admin/v1/budgets/{kind}/{subject_id}': ['group', group.id],
  };
}

function expectEnvelope(path: string, status: number, body: string): void {
  const failure = JSON.parse(body) as Record<string, unknown>;
  if (isScim(path)) expect(failure).toMatchObject({ status: String(status), detail: expect.any(String) });
  else if (/^\/idm\/v1/i.test(path))
    expect(failure).toEqual({ errorDate: expect.any(String), errorMessage: expect.any(String) });
  else if (/\/openai\/v1/i.test(path))
    expect(failure).toEqual({ error: expect.objectContaining({ message: expect.any(String) }) });
  else if (/\/anthropic/i.test(path))
    expect(failure).toEqual({
      type: 'error',
      error: { type: expect.any(String), message: expect.any(String) },
    });
  else if (/\/gemini/i.test(path))
    expect(failure).toEqual({
      error: { code: status, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) },
    });
  else if (/\/mcp/i.test(path) && failure.jsonrpc !== undefined)
    expect(failure.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  else if (/\/presidio/i.test(path)) expect(failure).toEqual({ error: expect.any(String) });
  else expect(failure).toMatchObject({ success: false, message: expect.any(String), response_code: status });
  expect(body).not.toMatch(/node_modules|\.js:\d+|SELECT |at Object/);
}

const isScim = (path: string): boolean => /^\/idm\/v1\/scim/i.test(path);

/** Returns the key of an identity provider. */
async function providerKey(scene: Scene): Promise<Caller> {
  const body = { name: 'Identity provider', scopes: ['scim'] };
  const { body: made } = await scene.call('POST', '/admin/v1/keys', { body });
  const { data } = made as { data: { key: string } };
  return { authorization: { authorization: `Bearer ${data.key}` } };
}

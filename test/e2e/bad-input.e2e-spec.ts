import fc from 'fast-check';
import { startSystem, type TestSystem, type TestUser } from '@app/testing';

interface Operation {
  method: string;
  path: string;
}

/** Whatever the addresses, headers and bodies: an answer, never a 5xx, always the documented failure body. */
describe('bad input', () => {
  let system: TestSystem;
  let user: TestUser;
  let operations: Operation[];

  beforeAll(async () => {
    system = await startSystem({ RATE_LIMITS: 'off' }, ['api']);
    user = await system.user();
    const document = (await (await fetch(system.url('/docs-json'))).json()) as {
      paths: Record<string, object>;
    };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
  }, 60_000);
  afterAll(() => system.stop());

  const NAMES = [
    'lang',
    'prompt',
    'text',
    'choices',
    'model',
    'anonymized',
    'chat_id',
    'session_id',
    'new_name',
    'doc',
  ];
  const FIELDS = [
    ...NAMES,
    'webhook_url',
    'start_date',
    'end_date',
    'userName',
    'password',
    'refreshToken',
    'messages',
    '__proto__',
  ];

  const strangeText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom(
      '\0',
      '\u202Eabc',
      'é́́',
      '\uFFFD',
      '../../etc/passwd',
      "' OR 1=1 --",
      '',
      ' ',
      'en',
      'Names',
    ),
  );
  const strangeValue = fc.oneof(
    strangeText,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(strangeText, { maxLength: 3 }),
    fc.dictionary(strangeText, strangeText, { maxKeys: 3 }),
  );
  const strangeBody = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), strangeValue).map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{"prompt":"\\ud800"}',
        '['.repeat(5_000),
        `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
        '{"a":1e999}',
        'null',
        '"text"',
      ),
    },
  );
  const contentType = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  );
  const parameter = fc
    .oneof(strangeText, fc.uuid())
    .map((text) => encodeURIComponent(text.toWellFormed()) || 'x');

  /** The status of a request, after its answer was found to be in order. */
  const send = async (operation: Operation, path: string, init: RequestInit): Promise<number> => {
    const { status, headers, body } = await fetch(system.url(path), { ...init, method: operation.method });
    const text = await new Response(body).text();
    const about = `${operation.method} ${operation.path} -> ${status} ${text.slice(0, 200)}`;
    if (status >= 500 && status !== 503) throw new Error(about);
    expect(headers.get('x-request-id')).toBeTruthy();
    if (status < 400) return status;
    const failure = JSON.parse(text) as Record<string, unknown>;
    if (path.startsWith('/idm/v1'))
      expect(failure).toEqual({ errorDate: expect.any(String), errorMessage: expect.any(String) });
    else if (path.includes('/openai/v1'))
      expect(failure).toEqual({ error: expect.objectContaining({ message: expect.any(String) }) });
    else
      expect(failure).toMatchObject({ success: false, message: expect.any(String), response_code: status });
    expect(text).not.toMatch(/node_modules|\.js:\d+|SELECT |at Object/);
    return status;
  };

  it('gets the envelope at every endpoint', async () => {
    const request = fc.record({
      operation: fc.constantFrom(...operations),
      parameter,
      body: strangeBody,
      contentType,
      authorized: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, parameter, body, contentType, authorized }) => {
        await send(operation, operation.path.replaceAll(/\{[^}]+\}/g, parameter), {
          headers: { 'content-type': contentType, ...(authorized && user.authorization) },
          ...(operation.method !== 'GET' && operation.method !== 'HEAD' && { body }),
        });
      }),
      { numRuns: 400, endOnFailure: true },
    );
  }, 120_000);

  it('gets 401 with WWW-Authenticate without a token, before anything else is looked at', async () => {
    for (const operation of operations.filter(({ path }) => path.startsWith('/ai/'))) {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, 'x');
      const { status, headers } = await fetch(system.url(path), { method: operation.method });
      if (operation.path.includes('/images/')) continue; // Signed links carry their own right.
      expect([operation, status]).toEqual([operation, 401]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each([
    ['an unknown address', 'GET', '/ai/v1/nowhere', 404],
    ['an address outside every prefix', 'GET', '/favicon.ico', 404],
    ['a wrong method', 'PUT', '/ai/v1/history', 405],
    ['a malformed address', 'GET', '/ai/v1/history/%E0%A4%A', 400],
  ])('answers %s with the envelope', async (_, method, path, status) => {
    expect(await send({ method, path }, path, { headers: user.authorization })).toBe(status);
  });

  it('does not read a body that is too large to its end', async () => {
    const body = JSON.stringify({ prompt: 'x'.repeat(2 * 1024 * 1024) });
    const headers = { 'content-type': 'application/json', ...user.authorization };
    expect(await send({ method: 'POST', path: 'chat' }, '/ai/v1/chat', { headers, body })).toBe(413);
  });

  it('is still alive and ready afterwards', async () => {
    expect((await fetch(system.url('/health/ready'))).status).toBe(200);
  });
});

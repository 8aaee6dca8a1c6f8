import { ModelServer, REQUEST, sendJson } from '../testing/model-server';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** What the adapter throws, whole and streamed alike. */
async function refusalOf(status: number, body: unknown, headers = {}): Promise<object> {
  server.handle = (_, response, { stream }) => {
    for (const [name, value] of Object.entries<string>(headers)) response.setHeader(name, value);
    if (stream && status === 200) response.end(`data: ${JSON.stringify(body)}\n\n`);
    else sendJson(response, body, status);
  };
  const [whole, chunk] = await Promise.all([
    server
      .model()
      .relay({ ...REQUEST }, forever)
      .catch((error: Error) => error),
    server
      .model()
      .relayStream({ ...REQUEST }, forever)
      .next()
      .catch((error: Error) => error),
  ]);
  expect(whole).toBeInstanceOf(Error);
  expect(chunk).toMatchObject({ ...whole });
  expect(JSON.stringify([whole, (whole as Error).message])).not.toContain('SECRET');
  return whole;
}
const error = (fields: object) => ({ error: { message: 'the prompt was SECRET', ...fields } });

describe('what a provider refuses', () => {
  it.each<[string, number, unknown, string, string | undefined]>([
    ['a request', 400, error({ code: 'invalid_value' }), 'bad_request', undefined],
    ['a form', 422, { detail: [{ msg: 'SECRET' }] }, 'bad_request', undefined],
    [
      "a length, in OpenAI's words",
      400,
      error({ code: 'context_length_exceeded' }),
      'bad_request',
      'context_length_exceeded',
    ],
    [
      "a length, in llama.cpp's",
      400,
      error({ code: 400, type: 'exceed_context_size_error' }),
      'bad_request',
      'context_length_exceeded',
    ],
    [
      "a length, in vLLM's",
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens. SECRET", code: 400 },
      'bad_request',
      'context_length_exceeded',
    ],
    ['a content', 400, error({ code: 'content_filter' }), 'bad_request', 'content_filter'],
    [
      "a content, in Azure's words",
      400,
      error({ code: null, innererror: { code: 'ResponsibleAIPolicyViolation' } }),
      'bad_request',
      'content_filter',
    ],
    [
      'a code that nobody knows',
      400,
      error({ code: 'SECRET', type: 'constructor' }),
      'bad_request',
      undefined,
    ],
    ['our key', 401, error({ code: 'invalid_api_key' }), 'upstream_failed', 'provider_configuration'],
    ['our rights', 403, error({}), 'upstream_failed', 'provider_configuration'],
    ['a model', 404, error({}), 'not_found', 'model_not_found'],
    ['for now', 429, error({ code: 'rate_limit_exceeded' }), 'too_many_requests', undefined],
    ['because it is broken', 500, 'SECRET', 'upstream_failed', undefined],
    [
      'after it had begun',
      200,
      error({ code: 'context_length_exceeded' }),
      'bad_request',
      'context_length_exceeded',
    ],
    ['after it had begun, with a status', 200, error({ code: 429 }), 'too_many_requests', undefined],
  ])('%s keeps its meaning, in our own words', async (_, status, body, code, reason) => {
    const refusal = (await refusalOf(status, body)) as { code: string; details: { reason?: string } };
    expect(refusal.code).toBe(code);
    expect(refusal.details.reason).toBe(reason);
  });

  it('for good, tells clients not to try again', async () => {
    expect(await refusalOf(401, {})).toMatchObject({ details: { retry: false } });
  });

  it('for now, tells clients when to try again', async () => {
    expect(await refusalOf(429, {}, { 'retry-after': '7' })).toMatchObject({ details: { retryAfterS: 7 } });
    expect(await refusalOf(429, {}, { 'retry-after': '0.5' })).toMatchObject({ details: { retryAfterS: 1 } });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 12, 0, 0));
    const later = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
    expect(await refusalOf(429, {}, later)).toMatchObject({ details: { retryAfterS: 60 } });
    now.mockRestore();
    expect(await refusalOf(429, {}, { 'retry-after': 'soon' })).toMatchObject({ details: {} });
  });
});

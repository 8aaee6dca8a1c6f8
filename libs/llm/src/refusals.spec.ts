import { mayRetry, type ErrorCode } from '@app/common';
import { ModelServer, REQUEST, sendJson } from '../testing/model-server';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** Returns the error of the adapter, which must be the same whole and streamed. */
const firstOf = <T>(parts: AsyncIterable<T>): Promise<unknown> => parts[Symbol.asyncIterator]().next();

async function refusalOf(status: number, body: unknown, headers = {}): Promise<object> {
  server.handle = (_, response, { stream }) => {
    for (const [name, value] of Object.entries<string>(headers)) response.setHeader(name, value);
    if (stream && status === 200) response.end(`data: ${JSON.stringify(body)}\n\n`);
    else sendJson(response, body, status);
  };
  const [whole, chunk] = await Promise.all([
    server
      .model()
      .relay('chat', { ...REQUEST }, forever)
      .catch((error: Error) => error),
    firstOf(server.model().relayStream('chat', { ...REQUEST }, forever)).catch((error: Error) => error),
  ]);
  expect(whole).toBeInstanceOf(Error);
  expect(chunk).toMatchObject({ ...whole });
  expect(JSON.stringify([whole, (whole as Error).message])).not.toContain('SECRET');
  return whole;
}
const error = (fields: object) => ({ error: { message: 'the prompt was SECRET', ...fields } });

describe('a refusal of a provider', () => {
  it.each<[string, number, unknown, ErrorCode]>([
    ['a request', 400, error({ code: 'invalid_value' }), 'provider_rejected'],
    ['a form', 422, { detail: [{ msg: 'SECRET' }] }, 'provider_rejected'],
    [
      "a length, in OpenAI's words",
      400,
      error({ code: 'context_length_exceeded' }),
      'provider_rejected_length',
    ],
    [
      "a length, in llama.cpp's",
      400,
      error({ code: 400, type: 'exceed_context_size_error' }),
      'provider_rejected_length',
    ],
    [
      "a length, in vLLM's",
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens. SECRET", code: 400 },
      'provider_rejected_length',
    ],
    ['a content', 400, error({ code: 'content_filter' }), 'provider_content_filter'],
    [
      "a content, in Azure's words",
      400,
      error({ code: null, innererror: { code: 'ResponsibleAIPolicyViolation' } }),
      'provider_content_filter',
    ],
    ['an unknown code', 400, error({ code: 'SECRET', type: 'constructor' }), 'provider_rejected'],
    ['the key of this service', 401, error({ code: 'invalid_api_key' }), 'provider_misconfigured'],
    ['the rights of this service', 403, error({}), 'provider_misconfigured'],
    ['a model', 404, error({}), 'provider_model_unknown'],
    ['a rate limit', 429, error({ code: 'rate_limit_exceeded' }), 'provider_rate_limited'],
    ['a server error', 500, 'SECRET', 'provider_failed'],
    [
      'a length, after the answer began',
      200,
      error({ code: 'context_length_exceeded' }),
      'provider_rejected_length',
    ],
    ['a rate limit, after the answer began', 200, error({ code: 429 }), 'provider_rate_limited'],
  ])('for %s keeps its meaning, in words of this service [SEC-107]', async (_, status, body, code) => {
    expect(await refusalOf(status, body)).toMatchObject({ code, details: { promptSent: true } });
  });

  it('that is permanent tells clients not to retry', async () => {
    const { code } = (await refusalOf(401, {})) as { code: ErrorCode };
    expect(mayRetry(code)).toBe(false);
  });

  it('that is temporary tells clients when to retry', async () => {
    expect(await refusalOf(429, {}, { 'retry-after': '7' })).toMatchObject({ details: { retryAfterS: 7 } });
    expect(await refusalOf(429, {}, { 'retry-after': '0.5' })).toMatchObject({ details: { retryAfterS: 1 } });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 12, 0, 0));
    const later = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
    expect(await refusalOf(429, {}, later)).toMatchObject({ details: { retryAfterS: 60 } });
    now.mockRestore();
    expect(await refusalOf(429, {}, { 'retry-after': 'soon' })).toMatchObject({ details: {} });
  });
});

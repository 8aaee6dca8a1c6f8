import { retrying } from './retry.ts';

const SERVICE = 'https://service.example/ai/v1';

interface Sent {
  key: string | null;
  body: string;
}

/** Sends a request to a service that answers with the given responses in turn, and returns what was sent. */
async function call(request: Request, answers: readonly (Response | Error)[], maxRetries = 2) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const send = async (request: Request): Promise<Response> => {
    const answer = answers[sent.length]!;
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.text() });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wait = async (seconds: number): Promise<void> => void waits.push(seconds);
  const outcome = await retrying(
    send,
    maxRetries,
    wait,
  )(request).then(
    ({ status }: Response) => status,
    (error: Error) => error.message,
  );
  return { sent, waits, outcome };
}

const get = (): Request => new Request(`${SERVICE}/models`);
const post = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(`${SERVICE}/${path}`, { method: 'POST', body: '{"a":1}', headers });
const failure = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('', { status, headers });
const ok = (): Response => new Response('{}');

describe('Retries', () => {
  it.each([429, 502, 503, 504])('repeat a request that only reads after %d', async (status) => {
    await expect(call(get(), [failure(status), ok()])).resolves.toMatchObject({ outcome: 200 });
  });

  it('repeat a request that only reads after a failed connection', async () => {
    await expect(call(get(), [new Error('reset'), ok()])).resolves.toMatchObject({ outcome: 200 });
  });

  it('end after the largest number', async () => {
    const { sent, outcome } = await call(get(), [failure(503), failure(503), failure(503), ok()]);
    expect({ sent: sent.length, outcome }).toEqual({ sent: 3, outcome: 503 });
    await expect(call(get(), [failure(503), ok()], 0)).resolves.toMatchObject({ outcome: 503 });
  });

  it.each(['chat', 'anonymize', 'generate-image'])(
    'do not repeat %s, which may have happened',
    async (path) => {
      for (const answer of [failure(503), failure(502, { 'X-Prompt-Sent': 'true' }), failure(504)])
        expect((await call(post(path), [answer, ok()])).sent).toHaveLength(1);
      await expect(call(post(path), [new Error('reset'), ok()])).resolves.toMatchObject({ outcome: 'reset' });
    },
  );

  it('repeat a prompt that the rate limit refused, but not one that a provider refused', async () => {
    const limit = failure(429, { 'X-Error-Code': 'too_many_requests', 'Retry-After': '3' });
    const { sent, waits, outcome } = await call(post('chat'), [limit, ok()]);
    expect({ bodies: sent.map(({ body }) => body), waits, outcome }).toEqual({
      bodies: ['{"a":1}', '{"a":1}'],
      waits: [3],
      outcome: 200,
    });
    const provider = failure(429, { 'X-Error-Code': 'provider_rate_limited', 'Retry-After': '3' });
    await expect(call(post('chat'), [provider, ok()])).resolves.toMatchObject({ outcome: 429 });
  });

  it.each(['job/anonymize', 'job/anonymize-file', 'job/transcribe'])(
    'repeat %s with the same key and body',
    async (path) => {
      const { sent, outcome } = await call(post(path), [new Error('reset'), failure(503), ok()]);
      expect(outcome).toBe(200);
      expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(sent[0]).toEqual({ key: expect.stringMatching(/^[\da-f-]{36}$/), body: '{"a":1}' });
    },
  );

  it("keep the caller's key", async () => {
    const { sent } = await call(post('job/anonymize', { 'Idempotency-Key': 'mine' }), [ok()]);
    expect(sent[0]!.key).toBe('mine');
  });

  it('do not happen if the service says that they change nothing, or that they must wait long', async () => {
    const final = failure(429, { 'X-Should-Retry': 'false' });
    await expect(call(get(), [final, ok()])).resolves.toMatchObject({ outcome: 429 });
    const long = failure(429, { 'Retry-After': '3600', 'X-Error-Code': 'too_many_requests' });
    await expect(call(get(), [long, ok()])).resolves.toMatchObject({ outcome: 429, waits: [] });
  });

  it('do not happen after the caller aborted', async () => {
    const request = new Request(`${SERVICE}/models`, { signal: AbortSignal.abort() });
    await expect(call(request, [new Error('aborted'), ok()])).resolves.toMatchObject({ outcome: 'aborted' });
  });
});

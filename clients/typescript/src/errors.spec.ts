import { errorOf, errorOfEvent } from './errors.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

describe('PrivacyChatError', () => {
  it('has everything that a failure states', async () => {
    const errors = [{ field: 'chat_id', message: 'must be the id of one of your chats' }];
    const body = {
      success: false,
      message: 'Wait',
      response_code: 429,
      code: 'provider_rate_limited',
      errors,
    };
    const headers = { 'X-Error-Code': 'provider_rate_limited', 'X-Prompt-Sent': 'true', 'Retry-After': '7' };
    await expect(errorOf(answer(429, body, headers))).resolves.toMatchObject({
      name: 'PrivacyChatError',
      status: 429,
      code: 'provider_rate_limited',
      message: 'Wait',
      errors,
      promptSent: true,
      retryAfter: 7,
    });
  });

  it('does not state what the service does not report', async () => {
    const error = await errorOf(answer(400, { message: 'No', code: 'bad_request' }));
    expect(error).toMatchObject({ errors: [], promptSent: undefined, retryAfter: undefined });
    const { promptSent } = await errorOf(answer(502, {}, { 'X-Prompt-Sent': 'false' }));
    expect(promptSent).toBe(false);
  });

  it.each([
    ['a login', { errorMessage: 'Invalid UserName or Password!' }, 'Invalid UserName or Password!'],
    ['a gateway', { error: { message: 'No such model' } }, 'No such model'],
    ['Presidio', { error: 'No text provided' }, 'No text provided'],
    ['a proxy', '<h1>Bad Gateway</h1>', 'The service answered with the status 502'],
    ['nothing', '', 'The service answered with the status 502'],
    ['null', 'null', 'The service answered with the status 502'],
  ])('reads the body of %s', async (_, body, message) => {
    await expect(errorOf(answer(502, body))).resolves.toMatchObject({
      message,
      code: 'unknown',
      status: 502,
    });
  });

  it('has everything that the last event of a stream states', () => {
    const data = {
      message: 'It broke off',
      response_code: 502,
      code: 'provider_broke_off',
      prompt_sent: true,
    };
    expect(errorOfEvent(data)).toMatchObject({ status: 502, code: 'provider_broke_off', promptSent: true });
  });
});

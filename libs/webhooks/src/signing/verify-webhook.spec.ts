import { signWebhook, verifyWebhook } from './sign-webhook';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const body = Buffer.from('{"status":"completed"}');
const now = new Date('2026-03-01T12:00:00Z');
const headers = { ...signWebhook('some-id', now, body, [SECRET]) };

describe('verifyWebhook', () => {
  it('accepts a signature of any of the secrets', () => {
    expect(verifyWebhook(headers, body, [OTHER, SECRET], now)).toBe(true);
  });

  it.each([
    ['another secret', headers, body, [OTHER]],
    ['no secret', headers, body, []],
    ['another body', headers, Buffer.from('{}'), [SECRET]],
    ['another id', { ...headers, 'webhook-id': 'other' }, body, [SECRET]],
    ['no headers', {}, body, [SECRET]],
  ])('refuses %s', (_, given, bytes, secrets) => {
    expect(verifyWebhook(given, bytes, secrets, now)).toBe(false);
  });

  it('refuses a webhook that is older than five minutes', () => {
    expect(verifyWebhook(headers, body, [SECRET], new Date(now.getTime() + 301_000))).toBe(false);
  });
});

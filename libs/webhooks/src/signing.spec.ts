import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook } from './signing';

const CURRENT = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const PREVIOUS = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;

const signed = (body: string, secrets: readonly string[]) => ({
  ...signWebhook('019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d', new Date(), Buffer.from(body), secrets),
});

describe('signWebhook, verified by the public library', () => {
  it('is valid for any body [PRIV-20]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = JSON.stringify({ value });
        expect(new Webhook(CURRENT).verify(body, signed(body, [CURRENT]))).toEqual(JSON.parse(body));
      }),
    );
  });

  it('is valid with the current and with the previous secret during a rotation', () => {
    const headers = signed('{"a":1}', [CURRENT, PREVIOUS]);
    expect(new Webhook(CURRENT).verify('{"a":1}', headers)).toEqual({ a: 1 });
    expect(new Webhook(PREVIOUS).verify('{"a":1}', headers)).toEqual({ a: 1 });
  });

  it('is not valid with another secret or for another body', () => {
    const headers = signed('{"a":1}', [CURRENT]);
    expect(() => new Webhook(OTHER).verify('{"a":1}', headers)).toThrow('No matching signature');
    expect(() => new Webhook(CURRENT).verify('{"a":2}', headers)).toThrow('No matching signature');
  });
});

describe('verifyWebhook', () => {
  const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const OTHER = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
  const body = Buffer.from('{"status":"completed"}');
  const now = new Date('2026-03-01T12:00:00Z');
  const headers = { ...signWebhook('some-id', now, body, [SECRET]) };

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

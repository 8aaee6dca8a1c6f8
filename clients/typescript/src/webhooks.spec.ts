import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const secretOf = (text: string): string => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`;
const [NEW, OLD, OTHER] = ['new', 'old', 'other'].map(secretOf) as [string, string, string];
const BODY = '{"job_id":"1","anonymized_text":"Grüße"}';
/** Returns the headers of a webhook, as an independent library signs it. */
const sign = (secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW.getTime() / 1000),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', NOW, BODY)).join(' '),
});
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describe('verifyWebhook', () => {
  it('returns the webhook that the service signed', async () => {
    const webhook = { id: 'msg_1', at: NOW, body: JSON.parse(BODY) };
    const headers = sign([NEW]);
    await expect(verifyWebhook(headers, BODY, NEW, { now: NOW })).resolves.toEqual(webhook);
    const sent = new Headers(headers);
    await expect(verifyWebhook(sent, Buffer.from(BODY), NEW, { now: NOW })).resolves.toEqual(webhook);
  });

  it.each([
    ['both secrets sign and the receiver has the previous one', [NEW, OLD], [OLD]],
    ['both secrets sign and the receiver has the new one', [NEW, OLD], [NEW]],
    ['the receiver has both secrets and one signs', [NEW], [OLD, NEW]],
  ])('accepts a webhook during a rotation, when %s', async (_, signing, known) => {
    await expect(verifyWebhook(sign(signing), BODY, known, { now: NOW })).resolves.toMatchObject({
      id: 'msg_1',
    });
  });

  it('refuses a secret that did not sign', async () => {
    await expect(verifyWebhook(sign([NEW]), BODY, [OLD, OTHER], { now: NOW })).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  it.each([300, -300])('accepts a clock that differs by the tolerance: %d s', async (seconds) => {
    await verifyWebhook(sign([NEW]), BODY, NEW, { now: later(seconds) });
    const now = later(seconds + Math.sign(seconds));
    await expect(verifyWebhook(sign([NEW]), BODY, NEW, { now })).rejects.toThrow('webhook-timestamp');
    await verifyWebhook(sign([NEW]), BODY, NEW, { now, toleranceS: 301 });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'refuses a webhook without %s',
    async (name) => {
      const headers = { ...sign([NEW]), [name]: undefined };
      await expect(verifyWebhook(headers, BODY, NEW, { now: NOW })).rejects.toThrow(
        `The header ${name} is missing`,
      );
    },
  );

  it('refuses every webhook with one changed character', async () => {
    const headers = sign([NEW]);
    const parts = [...Object.values(headers), BODY];
    const changed = fc
      .nat(parts.length - 1)
      .chain((part) =>
        fc.tuple(
          fc.constant(part),
          fc.nat(parts[part]!.length - 1),
          fc.string({ minLength: 1, maxLength: 1 }),
        ),
      )
      .filter(([part, at, character]) => parts[part]![at] !== character);
    await fc.assert(
      fc.asyncProperty(changed, async ([part, at, character]) => {
        const sent = parts.map((text, index) =>
          index === part ? text.slice(0, at) + character + text.slice(at + 1) : text,
        );
        const [id, timestamp, signature, body] = sent as [string, string, string, string];
        const forged = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        await expect(verifyWebhook(forged, body, NEW, { now: NOW })).rejects.toThrow(
          WebhookVerificationError,
        );
      }),
    );
  });
});

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs by Standard Webhooks, version `v1`: HMAC-SHA-256 over id, time and the exact bytes that are sent.
 *
 * @param secrets `whsec_` and base64; during a rotation both sign
 */
export function signWebhook(id: string, at: Date, body: Buffer, secrets: readonly string[]): SignedHeaders {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Older or newer webhooks must be refused (Standard Webhooks). */
const TOLERANCE_MS = 5 * 60_000;

/** Returns whether one of `secrets` signed a webhook, now. Receivers do this; it is here for testing. */
export function verifyWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  if (!(Math.abs(now.getTime() - at.getTime()) <= TOLERANCE_MS)) return false;
  const given = String(headers['webhook-signature']).split(' ');
  return secrets.some((secret) => {
    const { 'webhook-signature': expected } = signWebhook(String(headers['webhook-id']), at, body, [secret]);
    return given.some((signature) => equal(signature, expected));
  });
}

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

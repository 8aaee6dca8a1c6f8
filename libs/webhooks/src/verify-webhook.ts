import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signWebhook } from './sign-webhook';

/** A webhook older or newer than this is not to be believed (Standard Webhooks). */
const TOLERANCE_MS = 5 * 60_000;

/** Whether one of `secrets` signed a webhook, now. What a receiver does; here for trying out. */
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

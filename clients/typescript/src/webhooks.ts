const TOLERANCE_S = 300;
const encoder = new TextEncoder();

/** A webhook with a valid signature. */
export interface Webhook {
  /** The same for every attempt of one event: ignore an id that was processed before. */
  id: string;
  /** When this attempt was signed. */
  at: Date;
  body: unknown;
}

/** A webhook that no secret signed, or that is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Header names in lower case, as Node.js passes them, or an object `Headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

interface VerifyOptions {
  /** The largest difference between the clocks of sender and receiver, in seconds; 300 by default. */
  toleranceS?: number;
  now?: Date;
}

/**
 * Returns a webhook if one of the secrets signed it (Standard Webhooks, `v1`). Compares in constant time.
 *
 * @param body the body exactly as it arrived, not parsed JSON that was written again
 * @param secrets `whsec_...`; during a rotation, the new and the previous one
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { toleranceS = TOLERANCE_S, now = new Date() }: VerifyOptions = {},
): Promise<Webhook> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceS))
    throw new WebhookVerificationError(`webhook-timestamp must be within ${toleranceS} seconds of now`);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = new Uint8Array([...encoder.encode(`${id}.${timestamp}.`), ...bytes]);
  const given = signatures.split(' ').flatMap(signatureOf);
  for (const key of await Promise.all([secrets].flat().map(keyOf)))
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return { id, at: new Date(seconds * 1000), body: JSON.parse(new TextDecoder().decode(bytes)) };
  throw new WebhookVerificationError('webhook-signature has no signature of these secrets');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing`);
}

/** Returns the bytes of a signature; none for another version or another encoding. */
function signatureOf(signature: string): Uint8Array<ArrayBuffer>[] {
  const [, encoded] = /^v1,([A-Za-z\d+/]{43}=)$/.exec(signature) ?? [];
  return encoded === undefined ? [] : [decode(encoded)];
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = decode(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

const decode = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

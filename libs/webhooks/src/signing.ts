import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { ALL_OWNERS, type Transaction, Transactions } from '@app/common';
import { type OrganizationSecret, SigningSecretsStore } from './store/signing-secrets.store';

export interface ShownSecrets {
  /** `whsec_` and base64 (Standard Webhooks). */
  secret: string;
  /** Also signs during the overlap. */
  previous: string | null;
}

/** Manages the webhook signing secrets of organizations. The first one is created when it is first needed. */
@Injectable()
export class SigningSecrets {
  constructor(
    private readonly secrets: SigningSecretsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Returns the secrets that sign now, the current one first, by organization. An organization is absent if none of its
   * secrets can be decrypted, because the main key is missing.
   */
  async forAll(organizationIds: readonly string[]): Promise<Map<string, string[]>> {
    const { opened, unreadable } = await this.secrets.current(organizationIds);
    const secrets = byOrganization(opened);
    const known = new Set([...secrets.keys(), ...unreadable.map(({ row }) => row.organization_id)]);
    for (const id of organizationIds) if (!known.has(id)) secrets.set(id, [await this.make(id)]);
    return secrets;
  }

  /**
   * Returns the secrets of every organization that has one.
   *
   * @throws Error if one cannot be decrypted
   */
  all(): Promise<Map<string, string[]>> {
    return this.read();
  }

  /** Shows the secrets and records the access. */
  async show(organizationId: string): Promise<ShownSecrets> {
    await this.transactions.run((tx) => this.record(tx, 'secret.show', organizationId));
    return this.shown(organizationId);
  }

  /**
   * Creates a new current secret.
   *
   * @param overlapMs how long the previous one also signs; 0: not at all
   */
  async rotate(organizationId: string, overlapMs: number): Promise<ShownSecrets> {
    await this.transactions.runFor({ organizationId }, async (tx) => {
      await this.secrets.lock(tx, organizationId);
      await this.secrets.retire(tx, organizationId, overlapMs);
      await this.secrets.make(tx, organizationId);
      await this.record(tx, 'secret.rotate', organizationId);
    });
    return this.shown(organizationId);
  }

  /** Deletes secrets after their overlap. */
  expire(): Promise<void> {
    return this.transactions.runFor(ALL_OWNERS, (tx) => this.secrets.expire(tx));
  }

  private async shown(organizationId: string): Promise<ShownSecrets> {
    const known = await this.transactions.runFor({ organizationId }, (tx) => this.read([organizationId], tx));
    const [secret, previous = null] = known.get(organizationId) ?? [await this.make(organizationId)];
    return { secret: secret!, previous };
  }

  private record(tx: Transaction, action: 'secret.show' | 'secret.rotate', id: string): Promise<void> {
    const subject = { type: 'organization', id } as const;
    return this.trail.record(tx, { action, subject, organizationId: id });
  }

  /** @throws Error if one cannot be decrypted */
  private async read(organizationIds?: readonly string[], tx?: Transaction): Promise<Map<string, string[]>> {
    const { opened, unreadable } = await this.secrets.current(organizationIds, tx);
    if (unreadable[0]) throw unreadable[0].error;
    return byOrganization(opened);
  }

  /** Creates a secret unless another process has already created it. */
  private make(organizationId: string): Promise<string> {
    return this.transactions.runFor({ organizationId }, async (tx) => {
      await this.secrets.lock(tx, organizationId);
      const [made] = (await this.read([organizationId], tx)).get(organizationId) ?? [];
      return made ?? this.secrets.make(tx, organizationId);
    });
  }
}

function byOrganization(opened: readonly OrganizationSecret[]): Map<string, string[]> {
  const secrets = new Map<string, string[]>();
  for (const { organizationId, secret } of opened)
    secrets.set(organizationId, [...(secrets.get(organizationId) ?? []), secret]);
  return secrets;
}

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

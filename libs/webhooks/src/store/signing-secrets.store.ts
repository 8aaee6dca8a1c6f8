import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Transaction } from '@app/common';
import { openEach } from '@app/crypto';
import { DataKeys, joinKey } from '@app/data-keys';
import { managerOf, runOnce, statement } from '@app/database';
import { SigningSecretRow } from './webhooks.entities';

/** The row of a secret, with the columns of its key. */
export interface SecretRow {
  id: string;
  organization_id: string;
  secret: Buffer;
  key_id: string | null;
  wrapped: Buffer | null;
}

export interface OrganizationSecret {
  organizationId: string;
  secret: string;
}

export interface OpenedSecrets {
  opened: OrganizationSecret[];
  /** Secrets that have no main key or are damaged. */
  unreadable: { row: SecretRow; error: unknown }[];
}

const SECRET_BYTES = 24;

/** Stores signing secrets of organizations with their keys. A row without an end is the current one. */
@Injectable()
export class SigningSecretsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /**
   * Returns the secrets that sign now, the current one of each organization first. Written as SQL with the keys,
   * because it runs for every claim of deliveries.
   *
   * @param organizationIds if absent, all
   * @param transaction if absent, a separate one for all organizations
   */
  async current(organizationIds?: readonly string[], transaction?: Transaction): Promise<OpenedSecrets> {
    const current = statement(
      `SELECT id, organization_id, secret, key_id, wrapped
       FROM webhook_secrets ${joinKey('webhook_secrets.id')}
       WHERE (expires_at IS NULL OR expires_at > now())
         AND ($1::uuid[] IS NULL OR organization_id = ANY($1::uuid[]))
       ORDER BY webhook_secrets.created_at DESC`,
      [organizationIds ?? null],
    );
    const rows = transaction
      ? await managerOf(transaction).query<SecretRow[]>(current.text, [...current.values])
      : (await runOnce<SecretRow>(this.db, current, ALL_OWNERS)).rows;
    return openEach(rows, ({ id, organization_id: organizationId, ...row }) => {
      const key = this.keys.readPresent(id, row);
      return { organizationId, secret: key.openText(row.secret, secretBinding(id)) };
    });
  }

  /** Serializes two processes that create a secret: the second waits until the first one's transaction ends. */
  async lock(transaction: Transaction, organizationId: string): Promise<void> {
    await managerOf(transaction).query(
      `SELECT pg_advisory_xact_lock(hashtextextended('webhook-secret:' || $1, 0))`,
      [organizationId],
    );
  }

  /**
   * Creates a current secret.
   *
   * @returns `whsec_` and base64 (Standard Webhooks)
   */
  async make(transaction: Transaction, organizationId: string): Promise<string> {
    const id = newId();
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const key = await this.keys.create(transaction, id);
    const sealed = key.seal(secret, secretBinding(id));
    await managerOf(transaction).insert(SigningSecretRow, { id, organizationId, secret: sealed });
    return secret;
  }

  /** Lets the current secret sign for an overlap in addition to the next one. Deletes an earlier previous secret. */
  async retire(transaction: Transaction, organizationId: string, overlapMs: number): Promise<void> {
    const tx = managerOf(transaction);
    // At most two secrets sign at once.
    const previous = await tx.findBy(SigningSecretRow, { organizationId });
    const leaving = previous.filter(({ expiresAt }) => expiresAt !== null || overlapMs === 0);
    await this.delete(transaction, leaving);
    await tx.query(
      `UPDATE webhook_secrets SET expires_at = now() + make_interval(secs => $2)
       WHERE organization_id = $1 AND expires_at IS NULL`,
      [organizationId, overlapMs / 1000],
    );
  }

  /** Deletes secrets after their overlap. */
  async expire(transaction: Transaction): Promise<void> {
    const expired = await managerOf(transaction)
      .createQueryBuilder(SigningSecretRow, 'secret')
      .where('secret.expires_at <= now()')
      .getMany();
    await this.delete(transaction, expired);
  }

  private async delete(transaction: Transaction, rows: readonly SigningSecretRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await managerOf(transaction).delete(SigningSecretRow, { id: In(ids) });
    await this.keys.destroy(transaction, ids);
  }
}

/** Returns the associated data of the sealed column. */
const secretBinding = (id: string): string => `webhook_secrets.secret:${id}`;

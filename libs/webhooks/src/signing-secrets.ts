import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { newId } from '@app/common';
import { openEach } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { SigningSecret } from './signing-secret.entity';

export interface ShownSecrets {
  /** `whsec_` and base64 (Standard Webhooks). */
  secret: string;
  /** Signs too for as long as the overlap lasts. */
  previous: string | null;
}

interface Row {
  id: string;
  organization_id: string;
  secret: Buffer;
  key_id: string | null;
  wrapped: Buffer | null;
}

interface Opened {
  organizationId: string;
  secret: string;
}

const SECRET_BYTES = 24;

/** The webhook signing secrets of organizations. The first is made when it is first needed. */
@Injectable()
export class SigningSecrets {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * The secrets that sign now, the current one first, by organization. One of which none can be read, because its main
   * key is missing, is absent.
   */
  async forAll(organizationIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.rows(this.db.manager, organizationIds);
    const secrets = byOrganization(openEach(rows, (row) => this.open(row)).opened);
    const known = new Set(rows.map((row) => row.organization_id));
    for (const id of organizationIds) if (!known.has(id)) secrets.set(id, [await this.make(id)]);
    return secrets;
  }

  /** The secrets of every organization that has one. */
  all(): Promise<Map<string, string[]>> {
    return this.read(this.db.manager);
  }

  /** The secrets that sign now, the current one first. */
  async for(organizationId: string): Promise<string[]> {
    const known = await this.read(this.db.manager, [organizationId]);
    return known.get(organizationId) ?? [await this.make(organizationId)];
  }

  /** To somebody, which is written down. */
  async show(organizationId: string): Promise<ShownSecrets> {
    await this.record(this.db.manager, 'secret.show', organizationId);
    return this.shown(organizationId);
  }

  /**
   * Makes a new current secret.
   *
   * @param overlapMs how long the previous one signs beside it; 0: not at all
   */
  async rotate(organizationId: string, overlapMs: number): Promise<ShownSecrets> {
    await this.db.transaction(async (tx) => {
      await lock(tx, organizationId);
      // At most two sign at once: one that was on its way out goes now.
      const previous = await tx.findBy(SigningSecret, { organizationId });
      const leaving = previous.filter(({ expiresAt }) => expiresAt !== null || overlapMs === 0);
      await this.remove(tx, leaving);
      await tx.query(
        `UPDATE webhook_secrets SET expires_at = now() + make_interval(secs => $2)
         WHERE organization_id = $1 AND expires_at IS NULL`,
        [organizationId, overlapMs / 1000],
      );
      await this.insert(tx, organizationId);
      await this.record(tx, 'secret.rotate', organizationId);
    });
    return this.shown(organizationId);
  }

  /** Removes the secrets whose overlap is over. */
  async removeExpired(): Promise<void> {
    await this.db.transaction(async (tx) => {
      const expired = await tx
        .createQueryBuilder(SigningSecret, 'secret')
        .where('secret.expires_at <= now()')
        .getMany();
      await this.remove(tx, expired);
    });
  }

  private async shown(organizationId: string): Promise<ShownSecrets> {
    const [secret, previous = null] = await this.for(organizationId);
    return { secret: secret!, previous };
  }

  private record(tx: EntityManager, action: 'secret.show' | 'secret.rotate', id: string): Promise<void> {
    const subject = { type: 'organization', id } as const;
    return this.trail.record(tx, { action, subject, organizationId: id });
  }

  /** @throws Error where one cannot be read */
  private async read(tx: EntityManager, organizationIds?: readonly string[]): Promise<Map<string, string[]>> {
    return byOrganization((await this.rows(tx, organizationIds)).map((row) => this.open(row)));
  }

  /** Written out, with the keys: this runs for every claim of deliveries. */
  private rows(tx: EntityManager, organizationIds?: readonly string[]): Promise<Row[]> {
    return tx.query<Row[]>(
      `SELECT id, organization_id, secret, key_id, wrapped
       FROM webhook_secrets LEFT JOIN data_keys ON subject_id = id
       WHERE (expires_at IS NULL OR expires_at > now())
         AND ($1::uuid[] IS NULL OR organization_id = ANY($1::uuid[]))
       ORDER BY webhook_secrets.created_at DESC`,
      [organizationIds ?? null],
    );
  }

  private open({ id, organization_id: organizationId, ...row }: Row): Opened {
    const key = this.keys.readPresent(id, row);
    return { organizationId, secret: key.openText(row.secret, placeOf(id)) };
  }

  private async make(organizationId: string): Promise<string> {
    return this.db.transaction(async (tx) => {
      await lock(tx, organizationId);
      const [made] = (await this.read(tx, [organizationId])).get(organizationId) ?? [];
      return made ?? this.insert(tx, organizationId);
    });
  }

  private async insert(tx: EntityManager, organizationId: string): Promise<string> {
    const id = newId();
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const key = await this.keys.create(tx, id);
    await tx.insert(SigningSecret, { id, organizationId, secret: key.seal(secret, placeOf(id)) });
    return secret;
  }

  private async remove(tx: EntityManager, rows: readonly SigningSecret[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await tx.delete(SigningSecret, { id: In(ids) });
    await this.keys.destroy(tx, ids);
  }
}

function byOrganization(opened: readonly Opened[]): Map<string, string[]> {
  const secrets = new Map<string, string[]>();
  for (const { organizationId, secret } of opened)
    secrets.set(organizationId, [...(secrets.get(organizationId) ?? []), secret]);
  return secrets;
}

const placeOf = (id: string): string => `webhook_secrets.secret:${id}`;

/** Two processes at once make one secret. */
const lock = (tx: EntityManager, organizationId: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhook-secret:' || $1, 0))`, [organizationId]);

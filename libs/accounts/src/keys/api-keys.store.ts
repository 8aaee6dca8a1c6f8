import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, type DataSource } from 'typeorm';
import type { Owner, Transaction } from '@app/common';
import { inScope, managerOf } from '@app/database';
import type { PageRequest } from '../page';
import type { MemberRef } from '../user-ref';
import { ApiKeyRow } from './api-key.entity';

/** Selects the keys of a user, or of a whole organization. */
export type KeysOf = Pick<Owner, 'organizationId'> & Partial<Owner>;

/** A key that will expire soon. */
export interface ExpiringKey {
  id: string;
  organizationId: string;
  expiresAt: Date;
}

/** Stores API keys. */
@Injectable()
export class ApiKeysStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async add(tx: Transaction, row: ApiKeyRow): Promise<void> {
    await managerOf(tx).insert(ApiKeyRow, row);
  }

  /** Returns keys in the order of their creation. */
  page({ organizationId, userId }: KeysOf, { after, limit: take }: PageRequest): Promise<ApiKeyRow[]> {
    const of = { organizationId, ...(userId !== undefined && { userId }) };
    const where = { ...of, ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, { organizationId }, (tx) =>
      tx.find(ApiKeyRow, { where, order: { id: 'ASC' }, take }),
    );
  }

  /** Returns whether the organization has this key. */
  has({ id, organizationId }: MemberRef): Promise<boolean> {
    return inScope(this.db, { organizationId }, (tx) => tx.existsBy(ApiKeyRow, { id, organizationId }));
  }

  /** Returns those of the organization's keys that belong to a person and not to a service account. */
  async ofPersons(organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const where = { id: In([...ids]), organizationId, user: { role: Not(IsNull()) } };
    const rows = await inScope(this.db, { organizationId }, (tx) =>
      tx.find(ApiKeyRow, { select: { id: true }, where }),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the key, locked until the transaction ends. */
  locked(tx: Transaction, id: string, { organizationId, userId }: KeysOf): Promise<ApiKeyRow | null> {
    const where = { id, organizationId, ...(userId !== undefined && { userId }) };
    return managerOf(tx).findOne(ApiKeyRow, { where, lock: { mode: 'pessimistic_write' } });
  }

  async revoke(tx: Transaction, { id, organizationId }: ApiKeyRow, at: Date): Promise<void> {
    await managerOf(tx).update(ApiKeyRow, { id, organizationId }, { revokedAt: at });
  }

  async revokeAllOf(tx: Transaction, { id: userId, organizationId }: MemberRef): Promise<void> {
    const standing = { userId, organizationId, revokedAt: IsNull() };
    await managerOf(tx).update(ApiKeyRow, standing, { revokedAt: () => 'now()' });
  }

  /** Returns keys that expire within the given time and were not announced yet, and marks them as announced. */
  async takeExpiring(
    tx: Transaction,
    { withinMs, limit }: { withinMs: number; limit: number },
  ): Promise<ExpiringKey[]> {
    const [rows] = await managerOf(tx).query<[ExpiringKey[], number]>(
      `UPDATE api_keys SET expiry_told_at = now() WHERE id = ANY (ARRAY(
         SELECT id FROM api_keys
         WHERE expires_at > now() AND expires_at <= now() + make_interval(secs => $1)
           AND revoked_at IS NULL AND expiry_told_at IS NULL
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId", expires_at AS "expiresAt"`,
      [withinMs / 1000, limit],
    );
    return rows;
  }

  /** Counts a user's keys, including revoked and expired ones. */
  countOf(tx: Transaction, { id: userId, organizationId }: MemberRef): Promise<number> {
    return managerOf(tx).countBy(ApiKeyRow, { userId, organizationId });
  }

  /** Counts a user's keys that are not revoked. */
  countStanding(tx: Transaction, { userId, organizationId }: Owner): Promise<number> {
    return managerOf(tx).countBy(ApiKeyRow, { userId, organizationId, revokedAt: IsNull() });
  }

  /**
   * @param day in UTC, as `YYYY-MM-DD`
   * @returns whether this is the first recorded call of that day
   */
  async noteUse(tx: Transaction, { id, organizationId }: MemberRef, day: string): Promise<boolean> {
    const { affected } = await managerOf(tx)
      .createQueryBuilder()
      .update(ApiKeyRow)
      .set({ lastUsedOn: day })
      .where({ id, organizationId })
      .andWhere('(last_used_on IS NULL OR last_used_on < :day)', { day })
      .execute();
    return affected === 1;
  }
}

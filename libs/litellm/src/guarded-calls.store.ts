import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Owner, type Transaction } from '@app/common';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf } from '@app/database';

/** The stored table of a call. */
export interface StoredCall {
  id: string;
  revision: number;
  written: string;
  expiresAt: Date;
}

interface CallToStore {
  callHash: string;
  written: string;
  expiresAt: Date;
}

const bindingOf = (id: string): string => `guarded_calls.sealed:${id}`;

/** Stores the sealed tables of guarded calls. */
@Injectable()
export class GuardedCallsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Returns a call, also if it has expired. @param hashes the hashes of the call under every main key */
  find(owner: Owner, hashes: readonly string[]): Promise<StoredCall | undefined> {
    return inScope(this.db, owner, async (tx) => {
      const [row] = await managerOf(tx).query<
        (KeyColumns & { id: string; revision: number; sealed: Buffer; expires_at: Date })[]
      >(
        `SELECT id, revision, sealed, expires_at, ${this.keys.columnsOf('guarded_calls.id')} FROM guarded_calls
         WHERE organization_id = $1 AND user_id = $2 AND call_hash = ANY($3)`,
        [owner.organizationId, owner.userId, hashes],
      );
      if (!row) return undefined;
      const { id, revision, sealed, expires_at: expiresAt } = row;
      const written = this.keys.readPresent(id, row).openText(sealed, bindingOf(id));
      return { id, revision, written, expiresAt };
    });
  }

  /** @returns false if the call was stored meanwhile */
  async add(owner: Owner, { callHash, written, expiresAt }: CallToStore): Promise<boolean> {
    const id = newId();
    const key = this.keys.make(id);
    return inScope(this.db, owner, async (tx) => {
      const made = await managerOf(tx).query<unknown[]>(
        `INSERT INTO guarded_calls (id, organization_id, user_id, call_hash, revision, sealed, expires_at)
         VALUES ($1, $2, $3, $4, 0, $5, $6)
         ON CONFLICT (organization_id, user_id, call_hash) DO NOTHING RETURNING id`,
        [id, owner.organizationId, owner.userId, callHash, key.seal(written, bindingOf(id)), expiresAt],
      );
      if (made.length === 0) return false;
      await this.keys.keep(tx, key);
      return true;
    });
  }

  /** @returns false if the call was changed meanwhile */
  async change(
    owner: Owner,
    { id, revision }: StoredCall,
    { written, expiresAt }: Omit<CallToStore, 'callHash'>,
  ): Promise<boolean> {
    return inScope(this.db, owner, async (tx) => {
      const key = await this.keys.load(tx, id);
      const [, changed] = await managerOf(tx).query<[unknown[], number]>(
        `UPDATE guarded_calls SET sealed = $5, expires_at = $6, revision = revision + 1
         WHERE organization_id = $1 AND user_id = $2 AND id = $3 AND revision = $4`,
        [owner.organizationId, owner.userId, id, revision, key.seal(written, bindingOf(id)), expiresAt],
      );
      return changed > 0;
    });
  }

  /** Deletes all calls of a user. @returns their number */
  deleteAll({ organizationId, userId }: Owner): Promise<number> {
    return inScope(this.db, { organizationId, userId }, async (tx) => {
      const [rows] = await managerOf(tx).query<[{ id: string }[], number]>(
        'DELETE FROM guarded_calls WHERE organization_id = $1 AND user_id = $2 RETURNING id',
        [organizationId, userId],
      );
      return this.destroy(tx, rows);
    });
  }

  /** Deletes expired calls of all users. @returns their number, at most `limit` */
  deleteExpired(now: Date, limit: number): Promise<number> {
    return inScope(this.db, ALL_OWNERS, async (tx) => {
      const [rows] = await managerOf(tx).query<[{ id: string }[], number]>(
        `DELETE FROM guarded_calls WHERE id = ANY (ARRAY
           (SELECT id FROM guarded_calls WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [now, limit],
      );
      return this.destroy(tx, rows);
    });
  }

  private async destroy(tx: Transaction, rows: readonly { id: string }[]): Promise<number> {
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.keys.destroy(tx, ids);
    return ids.length;
  }
}

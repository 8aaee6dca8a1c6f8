import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId, type Transaction } from '@app/common';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { managerOf } from '@app/database';
import { RecoveryCodeRow, SecondFactorRow } from './second-factors.entities';

/** A user's decrypted second factor. */
export interface StoredFactor {
  id: string;
  /** In base32. */
  secret: string;
  confirmedAt: Date | null;
  recoveryCodes: number;
}

interface FactorRow extends KeyColumns {
  id: string;
  secret: Buffer;
  confirmed_at: Date | null;
  recovery_codes: number;
}

/** Stores second factors and recovery codes. Deleting one deletes its data key. */
@Injectable()
export class SecondFactorsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @throws Error if the main key of its data key is missing */
  async find(userId: string): Promise<StoredFactor | undefined> {
    const [row] = await this.db.query<FactorRow[]>(
      `SELECT id, secret, confirmed_at, ${this.keys.columnsOf('second_factors.id')},
         (SELECT count(*)::int FROM recovery_codes WHERE factor_id = second_factors.id) AS recovery_codes
       FROM second_factors WHERE user_id = $1`,
      [userId],
    );
    if (!row) return undefined;
    const secret = this.keys.readPresent(row.id, row).openText(row.secret, bindingOf(row.id));
    return { id: row.id, secret, confirmedAt: row.confirmed_at, recoveryCodes: row.recovery_codes };
  }

  async isActive(tx: Transaction, userId: string): Promise<boolean> {
    return (await this.activeAmong(tx, [userId])).has(userId);
  }

  /** Returns those of the users who have an active second factor. */
  async activeAmong(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await managerOf(tx).query<{ user_id: string }[]>(
      'SELECT user_id FROM second_factors WHERE user_id = ANY ($1::uuid[]) AND confirmed_at IS NOT NULL',
      [userIds],
    );
    return new Set(rows.map((row) => row.user_id));
  }

  /** Adds a second factor, replacing an unconfirmed one. */
  async add(tx: Transaction, userId: string, secret: string): Promise<void> {
    await this.remove(tx, userId);
    const id = newId();
    const key = await this.keys.create(tx, id);
    const sealed = key.seal(secret, bindingOf(id));
    await managerOf(tx).insert(SecondFactorRow, { id, userId, secret: sealed });
  }

  async confirm(tx: Transaction, id: string, at: Date, hashes: readonly string[]): Promise<void> {
    await managerOf(tx).update(SecondFactorRow, { id }, { confirmedAt: at });
    await managerOf(tx).insert(
      RecoveryCodeRow,
      hashes.map((hash) => ({ factorId: id, hash })),
    );
  }

  /** @returns whether no code of this time step or a later one was used before */
  async useStep(tx: Transaction, id: string, step: number): Promise<boolean> {
    const [, used] = await managerOf(tx).query<[unknown, number]>(
      'UPDATE second_factors SET last_step = $2 WHERE id = $1 AND (last_step IS NULL OR last_step < $2)',
      [id, step],
    );
    return used === 1;
  }

  /**
   * Deletes a recovery code.
   *
   * @returns whether it existed
   */
  async useRecoveryCode(tx: Transaction, id: string, hash: string): Promise<boolean> {
    const { affected } = await managerOf(tx).delete(RecoveryCodeRow, { factorId: id, hash });
    return affected === 1;
  }

  /** @returns whether there was one */
  async remove(tx: Transaction, userId: string): Promise<boolean> {
    const factor = await managerOf(tx).findOneBy(SecondFactorRow, { userId });
    if (!factor) return false;
    await managerOf(tx).delete(SecondFactorRow, { id: factor.id });
    await this.keys.destroy(tx, [factor.id]);
    return true;
  }
}

/** Returns the associated data of the sealed column. */
const bindingOf = (id: string): string => `second_factors.secret:${id}`;

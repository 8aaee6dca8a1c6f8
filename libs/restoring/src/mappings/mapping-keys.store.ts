import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf } from '@app/database';

/** Stores the keys of sealed mappings, one for each user and day. */
@Injectable()
export class MappingKeysStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Returns the user's key of a day. Creates it if there is none. */
  ofDay(owner: Owner, day: number): Promise<DataKey> {
    return inScope(this.db, owner, async (tx) => {
      const known = await this.find(tx, owner, { day });
      if (known) return known;
      const id = newId();
      const made = await managerOf(tx).query<unknown[]>(
        `INSERT INTO mapping_keys (id, organization_id, user_id, day) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id, user_id, day) DO NOTHING RETURNING id`,
        [id, owner.organizationId, owner.userId, day],
      );
      if (made.length > 0) return this.keys.create(tx, id);
      const others = await this.find(tx, owner, { day });
      if (!others) throw new Error('A data key is missing');
      return others;
    });
  }

  /** Returns the user's key with this id. */
  withId(owner: Owner, id: string): Promise<DataKey | undefined> {
    return inScope(this.db, owner, (tx) => this.find(tx, owner, { id }));
  }

  /** Destroys all keys of a user. @returns their number */
  destroyAll(owner: Owner): Promise<number> {
    const { organizationId, userId } = owner;
    return inScope(this.db, owner, async (tx) => {
      const [rows] = await managerOf(tx).query<[{ id: string }[], number]>(
        'DELETE FROM mapping_keys WHERE organization_id = $1 AND user_id = $2 RETURNING id',
        [organizationId, userId],
      );
      return this.destroy(tx, rows);
    });
  }

  /** Destroys keys of all users from before a day. @returns their number, at most `limit` */
  destroyBefore(day: number, limit: number): Promise<number> {
    return inScope(this.db, ALL_OWNERS, async (tx) => {
      const [rows] = await managerOf(tx).query<[{ id: string }[], number]>(
        `DELETE FROM mapping_keys WHERE id = ANY (ARRAY
           (SELECT id FROM mapping_keys WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id`,
        [day, limit],
      );
      return this.destroy(tx, rows);
    });
  }

  private async destroy(tx: Transaction, rows: readonly { id: string }[]): Promise<number> {
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.keys.destroy(tx, ids);
    return ids.length;
  }

  private async find(
    tx: Transaction,
    { organizationId, userId }: Owner,
    { day, id }: { day?: number; id?: string },
  ): Promise<DataKey | undefined> {
    const [row] = await managerOf(tx).query<(KeyColumns & { id: string })[]>(
      `SELECT id, ${this.keys.columnsOf('mapping_keys.id')} FROM mapping_keys
       WHERE organization_id = $1 AND user_id = $2 AND (day = $3 OR id = $4)`,
      [organizationId, userId, day ?? null, id ?? null],
    );
    return row && this.keys.read(row.id, row);
  }
}

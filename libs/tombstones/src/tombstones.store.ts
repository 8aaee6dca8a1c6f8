import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Tombstone } from './tombstone';

/** Tombstones that wait to be written outside the database. */
@Injectable()
export class TombstonesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  waiting(limit: number): Promise<Tombstone[]> {
    return this.db.query('SELECT kind, id, at FROM tombstones LIMIT $1', [limit]);
  }

  /** They stand outside now. One that another process has written as well is there twice, which means the same. */
  async written(tombstones: readonly Tombstone[]): Promise<void> {
    await this.db.query(
      `DELETE FROM tombstones USING unnest($1::text[], $2::uuid[]) AS written (kind, id)
       WHERE tombstones.kind = written.kind AND tombstones.id = written.id`,
      [tombstones.map(({ kind }) => kind), tombstones.map(({ id }) => id)],
    );
  }
}

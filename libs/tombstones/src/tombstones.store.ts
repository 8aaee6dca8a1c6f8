import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Tombstone } from './tombstone';

/** Stores tombstones that wait to be written outside the database. */
@Injectable()
export class TombstonesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  waiting(limit: number): Promise<Tombstone[]> {
    return this.db.query('SELECT kind, id, at FROM tombstones LIMIT $1', [limit]);
  }

  /**
   * Deletes tombstones that were written. If another process has written one too, the log contains it twice, which has
   * the same meaning.
   */
  async written(tombstones: readonly Tombstone[]): Promise<void> {
    await this.db.query(
      `DELETE FROM tombstones USING unnest($1::text[], $2::uuid[]) AS written (kind, id)
       WHERE tombstones.kind = written.kind AND tombstones.id = written.id`,
      [tombstones.map(({ kind }) => kind), tombstones.map(({ id }) => id)],
    );
  }
}

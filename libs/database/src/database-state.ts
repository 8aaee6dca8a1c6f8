import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DatabaseState } from '@app/common';
import { MIGRATIONS } from './migrations';

/** How PostgreSQL stands. */
@Injectable()
export class PostgresState extends DatabaseState {
  constructor(@InjectDataSource() private readonly db: DataSource) {
    super();
  }

  async ping(): Promise<void> {
    await this.db.query('SELECT 1');
  }

  async pendingMigrations(): Promise<string[]> {
    const [{ found }] = await this.db.query<[{ found: string | null }]>(
      `SELECT to_regclass('migrations')::text AS found`,
    );
    const rows = found ? await this.db.query<{ name: string }[]>('SELECT name FROM migrations') : [];
    const done = new Set(rows.map(({ name }) => name));
    return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
  }
}

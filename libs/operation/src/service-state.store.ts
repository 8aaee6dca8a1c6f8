import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import type { LogLevel } from '@app/common';
import { runOnce, statement } from '@app/database';

/** What an operator set for all processes, and what they noted for it. Times are ISO 8601. */
export interface ServiceState {
  /** While the service only shows and deletes data. */
  maintenance: { since: string };
  /** A level of the log instead of LOG_LEVEL. */
  log_level: { level: LogLevel; until: string };
  /** The last backup that succeeded. */
  backup: { at: string };
}

/** One value of {@link ServiceState}. */
@Entity('service_state')
export class ServiceStateRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'service_state_pkey' }) name!: keyof ServiceState;
  @Column('jsonb') value!: unknown;
}

/** Stores the state that all processes share. */
@Injectable()
export class ServiceStateStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async read(): Promise<Partial<ServiceState>> {
    const { rows } = await runOnce<ServiceStateRow>(
      this.db,
      statement('SELECT name, value FROM service_state', []),
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  async write<N extends keyof ServiceState>(name: N, value: ServiceState[N]): Promise<void> {
    const write = statement(
      `INSERT INTO service_state (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, JSON.stringify(value)],
    );
    await runOnce(this.db, write);
  }

  async remove(name: keyof ServiceState): Promise<void> {
    await runOnce(this.db, statement('DELETE FROM service_state WHERE name = $1', [name]));
  }
}

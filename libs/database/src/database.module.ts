import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseError, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseState, Transactions } from '@app/common';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { dataSourceOptions } from './data-source-options';
import { isDatabaseAway } from './database-errors';
import { DatabaseTransactions } from './database-transactions';
import { LimitedPool } from './limited-pool';
import { MIGRATIONS } from './migrations';

/** The time within which PostgreSQL answers a statement of a request or a job. */
const ANSWER_MS = 10_000;
/** The time within which it answers whether it is there. */
const PROBE_MS = 5_000;

/**
 * Reads the state of PostgreSQL on a separate connection, and so learns whether the others can be used: while it is away,
 * the pool lends none, and requests fail at once.
 */
@Injectable()
export class PostgresState extends DatabaseState implements OnApplicationShutdown {
  private readonly pool: LimitedPool;
  private readonly probe: LimitedPool;

  constructor(@InjectDataSource() db: DataSource) {
    super();
    this.pool = (db.driver as unknown as { master: LimitedPool }).master;
    this.probe = new LimitedPool({
      connectionString: (db.options as { url: string }).url,
      max: 1,
      connectionTimeoutMillis: PROBE_MS,
      answerWithinMs: PROBE_MS,
      application_name: 'privacy-chat/health',
    });
    // A connection that breaks while it is idle is replaced by the next query.
    this.probe.on('error', () => undefined);
  }

  async isWritable(): Promise<boolean> {
    const [row] = await this.ask<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return row!.transaction_read_only === 'off';
  }

  async version(): Promise<string> {
    const [row] = await this.ask<{ server_version: string }>('SHOW server_version');
    // Distributions append their own names.
    return row!.server_version.split(' ')[0]!;
  }

  async pendingMigrations(): Promise<string[]> {
    const [row] = await this.ask<{ found: string | null }>(`SELECT to_regclass('migrations')::text AS found`);
    const rows = row!.found ? await this.ask<{ name: string }>('SELECT name FROM migrations') : [];
    const done = new Set(rows.map(({ name }) => name));
    return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probe.end();
  }

  private async ask<T extends QueryResultRow>(statement: string): Promise<T[]> {
    try {
      const { rows } = await this.probe.query<T>(statement);
      this.pool.isAway = false;
      return rows;
    } catch (error) {
      // A server that refuses does so at once, and may still serve the open connections.
      this.pool.isAway = isDatabaseAway(error) && !(error instanceof DatabaseError);
      throw error;
    }
  }
}

/** The role of the connection: the role of the programs, or the owner of the tables for operations that need it. */
export type DatabaseRole = 'programs' | 'owner';

@Module({})
export class DatabaseModule {
  /** @param answersInTime whether a statement that gets no answer in time fails; otherwise it may take any time */
  static connect(role: DatabaseRole, answersInTime: boolean): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          imports: [ConfigModule.forFeature(databaseConfig)],
          inject: [databaseConfig.KEY],
          useFactory: ({ url, ownerUrl, poolSize }: DatabaseConfig) => {
            const options = dataSourceOptions({ url: role === 'owner' ? ownerUrl : url, poolSize });
            const extra = { ...options.extra, ...(answersInTime && { answerWithinMs: ANSWER_MS }) };
            return { ...options, extra, autoLoadEntities: true, retryAttempts: 3 };
          },
        }),
      ],
      providers: [
        { provide: Transactions, useClass: DatabaseTransactions },
        { provide: DatabaseState, useClass: PostgresState },
      ],
      exports: [Transactions, DatabaseState],
    };
  }
}

import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DatabaseState, Transactions } from '@app/common';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { dataSourceOptions } from './data-source-options';
import { DatabaseTransactions } from './database-transactions';
import { MIGRATIONS } from './migrations';

/** Reads the state of PostgreSQL. */
@Injectable()
export class PostgresState extends DatabaseState {
  constructor(@InjectDataSource() private readonly db: DataSource) {
    super();
  }

  async isWritable(): Promise<boolean> {
    const [{ transaction_read_only }] = await this.db.query<[{ transaction_read_only: string }]>(
      'SHOW transaction_read_only',
    );
    return transaction_read_only === 'off';
  }

  async version(): Promise<string> {
    const [{ server_version }] = await this.db.query<[{ server_version: string }]>('SHOW server_version');
    // Distributions append their own names.
    return server_version.split(' ')[0]!;
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

/** The role of the connection: the role of the programs, or the owner of the tables for operations that need it. */
export type DatabaseRole = 'programs' | 'owner';

@Module({})
export class DatabaseModule {
  static connect(role: DatabaseRole): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          imports: [ConfigModule.forFeature(databaseConfig)],
          inject: [databaseConfig.KEY],
          useFactory: ({ url, ownerUrl, poolSize }: DatabaseConfig) => ({
            ...dataSourceOptions({ url: role === 'owner' ? ownerUrl : url, poolSize }),
            autoLoadEntities: true,
            retryAttempts: 3,
          }),
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

import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseState, Transactions } from '@app/common';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { dataSourceOptions } from './data-source-options';
import { PostgresState } from './database-state';
import { DatabaseTransactions } from './database-transactions';

/** As whom the database is called: the programs' own role, or the owner of the tables for what that may not do. */
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

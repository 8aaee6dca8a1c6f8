import { Global, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Transactions } from '@app/common';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { AS_OWNER } from './as-owner.module';
import { dataSourceOptions } from './data-source-options';
import { DatabaseTransactions } from './database-transactions';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      imports: [ConfigModule.forFeature(databaseConfig)],
      inject: [databaseConfig.KEY, { token: AS_OWNER, optional: true }],
      useFactory: ({ url, ownerUrl, poolSize }: DatabaseConfig, asOwner = false) => ({
        ...dataSourceOptions({ url: asOwner ? ownerUrl : url, poolSize }),
        autoLoadEntities: true,
        retryAttempts: 3,
      }),
    }),
  ],
  providers: [{ provide: Transactions, useClass: DatabaseTransactions }],
  exports: [Transactions],
})
export class DatabaseModule {}

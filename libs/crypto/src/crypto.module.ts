import { Global, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { cryptoConfig, type CryptoConfig } from '@app/config';
import { DataKeyRow } from './data-key.entity';
import { DataKeys } from './data-keys';
import { KeyRing } from './key-ring';

@Global()
@Module({
  imports: [ConfigModule.forFeature(cryptoConfig), TypeOrmModule.forFeature([DataKeyRow])],
  providers: [
    {
      provide: KeyRing,
      inject: [cryptoConfig.KEY],
      useFactory: ({ keys }: CryptoConfig) => new KeyRing(keys),
    },
    DataKeys,
  ],
  exports: [KeyRing, DataKeys],
})
export class CryptoModule {}

import { Global, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { cryptoConfig, type CryptoConfig } from '@app/config';
import { CheckMainKeys } from './check-main-keys';
import { DataKeyRow } from './data-key.entity';
import { DataKeys } from './data-keys';
import { KeyRing } from './key-ring';
import { MainKeyUse } from './main-key-use';
import { RotateKeys } from './rotate-keys';

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
    CheckMainKeys,
    MainKeyUse,
    RotateKeys,
  ],
  exports: [KeyRing, DataKeys, CheckMainKeys, MainKeyUse, RotateKeys],
})
export class CryptoModule {}

import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { cryptoConfig, type CryptoConfig } from '@app/config';
import { KeyRing } from './key-ring';

@Module({
  imports: [ConfigModule.forFeature(cryptoConfig)],
  providers: [
    {
      provide: KeyRing,
      inject: [cryptoConfig.KEY],
      useFactory: ({ keys }: CryptoConfig) => new KeyRing(keys),
    },
  ],
  exports: [KeyRing],
})
export class CryptoModule {}

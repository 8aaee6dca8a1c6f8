import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { rateLimitsConfig } from '@app/config';
import { RedisModule } from '@app/queue';
import { ProviderLoginsModule } from '@app/single-sign-on';
import { DemandSecondFactor } from './demand-second-factor';
import { OtpAttempts } from './otp-attempts';
import { ResetSecondFactor } from './reset-second-factor';
import { SecondFactor } from './second-factor';
import { RecoveryCodeRow, SecondFactorRow } from './second-factors.entities';
import { SecondFactorsStore } from './second-factors.store';

const exported = [SecondFactor, DemandSecondFactor, ResetSecondFactor];

/** Needs PostgreSQL, Redis and the main keys. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SecondFactorRow, RecoveryCodeRow]),
    ConfigModule.forFeature(rateLimitsConfig),
    RedisModule,
    AccountsModule,
    ProviderLoginsModule,
  ],
  providers: [...exported, OtpAttempts, SecondFactorsStore],
  exports: exported,
})
export class SecondFactorModule {}

import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '@app/common';
import { rateLimitsConfig } from '@app/config';
import { RedisModule } from '@app/queue';
import { OtpAttempts } from './otp-attempts';
import { SecondFactor } from './second-factor';
import { RecoveryCodeRow, SecondFactorRow } from './second-factors.entities';
import { SecondFactorsStore } from './second-factors.store';

/** Needs Redis and the main keys beside PostgreSQL. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SecondFactorRow, RecoveryCodeRow]),
    ConfigModule.forFeature(rateLimitsConfig),
    RedisModule,
  ],
  providers: [
    OtpAttempts,
    SecondFactor,
    SecondFactorsStore,
    { provide: Clock, useClass: SystemClock },
  ],
  exports: [SecondFactor],
})
export class SecondFactorModule {}

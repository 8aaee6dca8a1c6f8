import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { pricesConfig } from '@app/config';
import { CountedCallsStore, PriceCalls } from './counted-calls.store';
import { TokenUsageRow } from './token-usage.entity';
import { UsageStore } from './usage.store';

@Module({
  imports: [TypeOrmModule.forFeature([TokenUsageRow]), ConfigModule.forFeature(pricesConfig)],
  providers: [CountedCallsStore, PriceCalls, UsageStore],
  exports: [CountedCallsStore, PriceCalls, UsageStore],
})
export class UsageModule {}

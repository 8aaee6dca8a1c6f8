import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { pricesConfig } from '@app/config';
import { PriceCalls } from './price-calls';
import { TokenUsageRow } from './token-usage.entity';
import { UsageStore } from './usage.store';

@Module({
  imports: [TypeOrmModule.forFeature([TokenUsageRow]), ConfigModule.forFeature(pricesConfig)],
  providers: [PriceCalls, UsageStore],
  exports: [PriceCalls, UsageStore],
})
export class UsageModule {}

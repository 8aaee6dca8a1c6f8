import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TokenUsageRow } from './token-usage.entity';
import { UsageStore } from './usage.store';

@Module({
  imports: [TypeOrmModule.forFeature([TokenUsageRow])],
  providers: [UsageStore],
  exports: [UsageStore],
})
export class UsageModule {}

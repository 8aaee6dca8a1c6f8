import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ListUsage } from './list-usage';
import { ReadUsage } from './read-usage';
import { RecordUsage } from './record-usage';
import { TokenUsageRow } from './token-usage.entity';
import { UnlinkUsage } from './unlink-usage';

@Module({
  imports: [TypeOrmModule.forFeature([TokenUsageRow])],
  providers: [ListUsage, ReadUsage, RecordUsage, UnlinkUsage],
  exports: [ListUsage, ReadUsage, RecordUsage, UnlinkUsage],
})
export class UsageModule {}

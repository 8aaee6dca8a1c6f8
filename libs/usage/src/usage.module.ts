import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReadUsage } from './read-usage';
import { RecordUsage } from './record-usage';
import { TokenUsageRow } from './token-usage.entity';

@Module({
  imports: [TypeOrmModule.forFeature([TokenUsageRow])],
  providers: [RecordUsage, ReadUsage],
  exports: [RecordUsage, ReadUsage],
})
export class UsageModule {}

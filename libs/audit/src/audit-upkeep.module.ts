import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { retentionConfig } from '@app/config';
import { ExpireModelCalls } from './calls/expire-model-calls';
import { ReportHeads } from './chain/report-heads';

/** The workers' tasks for the trail, except sealing. */
@Module({
  imports: [ConfigModule.forFeature(retentionConfig)],
  providers: [ExpireModelCalls, ReportHeads],
  exports: [ExpireModelCalls, ReportHeads],
})
export class AuditUpkeepModule {}

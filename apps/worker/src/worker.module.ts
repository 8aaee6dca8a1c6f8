import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditUpkeepModule } from '@app/audit';
import { AnnouncementsModule } from '@app/auth';
import { BudgetsModule } from '@app/budgets';
import { jobsConfig, transcriptionConfig } from '@app/config';
import { CoreModule } from '@app/core';
import { HealthModule } from '@app/health';
import { AnonymizationRunner, AnonymizeTranscript, JobsModule, TranscriptionRunner } from '@app/jobs';
import { DataSubjectRightsModule } from '@app/data-subject-rights';
import { HidingModule } from '@app/hiding';
import { QueueModule, RedisModule, type QueueName } from '@app/queue';
import { ChatsModule } from '@app/sessions';
import { TombstonesModule } from '@app/tombstones';
import { AnonymizationProcessor, TranscriptionProcessor, WebhookDeliveryProcessor } from './processors';
import { Schedule, SERVED_QUEUES } from './schedule';

@Module({})
export class WorkerModule {
  /** @param queues the queues that this worker serves; the other queues need another worker */
  static register(queues: readonly QueueName[]): DynamicModule {
    const serves = (queue: QueueName): boolean => queues.includes(queue);
    return {
      module: WorkerModule,
      imports: [
        CoreModule.register('service'),
        ConfigModule.forFeature(jobsConfig),
        ConfigModule.forFeature(transcriptionConfig),
        QueueModule,
        RedisModule,
        AnnouncementsModule,
        AuditUpkeepModule,
        BudgetsModule,
        JobsModule,
        ChatsModule,
        DataSubjectRightsModule,
        TombstonesModule,
        HealthModule.register('open'),
        ...(serves('anonymization') || serves('transcription') ? [HidingModule] : []),
      ],
      providers: [
        { provide: SERVED_QUEUES, useValue: queues },
        Schedule,
        ...(serves('anonymization') ? [AnonymizationRunner, AnonymizationProcessor] : []),
        ...(serves('transcription')
          ? [AnonymizeTranscript, TranscriptionRunner, TranscriptionProcessor]
          : []),
        ...(serves('webhook-delivery') ? [WebhookDeliveryProcessor] : []),
      ],
    };
  }
}

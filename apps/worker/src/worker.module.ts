import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { jobsConfig, transcriptionConfig } from '@app/config';
import { CryptoModule } from '@app/crypto';
import { DatabaseModule } from '@app/database';
import { DetectorModule } from '@app/detector';
import { HealthModule } from '@app/health';
import { AnonymizationRunner, AnonymizeTranscript, JobsModule, TranscriptionRunner } from '@app/jobs';
import { ObservabilityModule } from '@app/observability';
import { PersonalDataModule } from '@app/personal-data';
import { QueueModule, type QueueName } from '@app/queue';
import { RedisModule } from '@app/redis';
import { ChatsModule } from '@app/sessions';
import { AnonymizationProcessor, TranscriptionProcessor, WebhookDeliveryProcessor } from './processors';
import { Schedule, SERVED_QUEUES } from './schedule';

@Module({})
export class WorkerModule {
  /** @param queues those that this worker answers; the others need another worker */
  static register(queues: readonly QueueName[]): DynamicModule {
    const serves = (queue: QueueName): boolean => queues.includes(queue);
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
        ConfigModule.forFeature(jobsConfig),
        ConfigModule.forFeature(transcriptionConfig),
        ObservabilityModule,
        DatabaseModule,
        RedisModule,
        AuditModule.register('service'),
        CryptoModule,
        QueueModule,
        JobsModule,
        ChatsModule,
        PersonalDataModule,
        HealthModule.register('open'),
        ...(serves('anonymization') || serves('transcription') ? [DetectorModule] : []),
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

import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AnonymizationRunnerModule } from '@app/anonymization-jobs';
import { AuditUpkeepModule } from '@app/audit';
import { AnnouncementsModule } from '@app/auth';
import { BatchRunnerModule, StoredBatchesModule } from '@app/batches';
import { BudgetsModule } from '@app/budgets';
import { jobsConfig } from '@app/config';
import { CasesModule } from '@app/cases';
import { CoreModule } from '@app/core';
import { StoredEvaluationsModule } from '@app/evaluation';
import { FileRunnerModule } from '@app/files';
import { HealthModule } from '@app/health';
import { JobRecordsModule } from '@app/job-records';
import { JobsModule } from '@app/jobs';
import { DataSubjectRightsModule } from '@app/data-subject-rights';
import { OperatedModule } from '@app/operation';
import { PoliciesModule } from '@app/policy';
import { GuardedCallsModule } from '@app/litellm';
import { MappingsModule } from '@app/restoring';
import { QueueModule, RedisModule, type QueueName } from '@app/queue';
import { ChatsModule } from '@app/sessions';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { TranscriptionRunnerModule } from '@app/transcription';
import { WebhooksModule } from '@app/webhooks';
import { BatchSchedule } from './batch-schedule';
import { JobProcessor, WebhookDeliveryProcessor } from './processors';
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
        QueueModule,
        RedisModule,
        AnnouncementsModule,
        AuditUpkeepModule,
        BudgetsModule,
        CasesModule,
        GuardedCallsModule,
        MappingsModule,
        JobRecordsModule,
        JobsModule,
        ChatsModule,
        DataSubjectRightsModule,
        OperatedModule,
        PoliciesModule,
        StorageModule,
        StoredBatchesModule,
        StoredEvaluationsModule,
        TombstonesModule,
        WebhooksModule,
        HealthModule.register('open'),
        ...(serves('anonymization') ? [AnonymizationRunnerModule, BatchRunnerModule] : []),
        ...(serves('file_anonymization') ? [FileRunnerModule] : []),
        ...(serves('transcription') ? [TranscriptionRunnerModule] : []),
      ],
      providers: [
        { provide: SERVED_QUEUES, useValue: queues },
        Schedule,
        JobProcessor,
        ...(serves('anonymization') ? [BatchSchedule] : []),
        ...(serves('webhook-delivery') ? [WebhookDeliveryProcessor] : []),
      ],
    };
  }
}

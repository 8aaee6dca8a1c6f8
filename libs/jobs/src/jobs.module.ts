import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, retentionConfig, runtimeConfig, transcriptionConfig } from '@app/config';
import { PoliciesModule } from '@app/policy';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { TranscriptionModule } from '@app/transcription';
import { WebhooksModule } from '@app/webhooks';
import { Arrivals } from './audio/arrivals';
import { JobAudio } from './audio/job-audio';
import { DeleteJob } from './owner/delete-job';
import { EraseJobs } from './owner/erase-jobs';
import { ExportJobs } from './owner/export-jobs';
import { OperatorJobs } from './owner/operator-jobs';
import { OrganizationJobs } from './owner/organization-jobs';
import { OwnJob } from './owner/own-job';
import { EndJobs } from './running/end-jobs';
import { JobSlots } from './running/job-slots';
import { RunJob } from './running/run-job';
import { IdempotencyKeysStore } from './store/idempotency-keys.store';
import { JobAudioStore } from './store/job-audio.store';
import { IdempotencyKeyRow, JobAudioRow, JobRow, JobTurnRow } from './store/jobs.entities';
import { JobsReadStore } from './store/jobs-read.store';
import { JobsStore } from './store/jobs.store';
import { AcceptJob } from './submission/accept-job';
import { Idempotency } from './submission/idempotency';
import { ReceiveAudio } from './submission/receive-audio';
import { ResultAddress } from './submission/result-address';
import { SubmitAnonymization } from './submission/submit-anonymization';
import { SubmitTranscription } from './submission/submit-transcription';
import { BacklogMetrics } from './upkeep/backlog-metrics';
import { Retention } from './upkeep/retention';
import { Sweep } from './upkeep/sweep';

const forCallers = [
  DeleteJob,
  EraseJobs,
  ExportJobs,
  OperatorJobs,
  OrganizationJobs,
  OwnJob,
  ReceiveAudio,
  SubmitAnonymization,
  SubmitTranscription,
];
const forWorkers = [BacklogMetrics, JobAudio, JobSlots, Sweep];
const stores = [IdempotencyKeysStore, JobAudioStore, JobsReadStore, JobsStore];

/** Jobs: submission and reading for the api, running and upkeep for the worker. Needs the global queue module. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(retentionConfig),
    ConfigModule.forFeature(runtimeConfig),
    ConfigModule.forFeature(transcriptionConfig),
    TypeOrmModule.forFeature([IdempotencyKeyRow, JobAudioRow, JobRow, JobTurnRow]),
    PoliciesModule,
    StorageModule,
    TombstonesModule,
    TranscriptionModule,
    WebhooksModule,
  ],
  providers: [
    ...forCallers,
    ...forWorkers,
    ...stores,
    AcceptJob,
    Arrivals,
    EndJobs,
    Idempotency,
    ResultAddress,
    Retention,
    RunJob,
  ],
  exports: [...forCallers, ...forWorkers, PoliciesModule, TranscriptionModule, WebhooksModule],
})
export class JobsModule {}

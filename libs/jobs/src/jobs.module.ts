import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, retentionConfig, runtimeConfig, transcriptionConfig } from '@app/config';
import { StorageModule } from '@app/storage';
import { TranscriptionModule } from '@app/transcription';
import { WebhooksModule } from '@app/webhooks';
import { Arrivals } from './audio/arrivals';
import { JobAudio } from './audio/job-audio';
import { JobAudioRow } from './audio/job-audio.entity';
import { DeleteJob } from './reading/delete-job';
import { EraseJobs } from './reading/erase-jobs';
import { ExportJobs } from './reading/export-jobs';
import { FindOwnJob } from './reading/find-own-job';
import { OperatorJobs } from './reading/operator-jobs';
import { OwnJobs } from './reading/own-jobs';
import { ReadJob } from './reading/read-job';
import { ReadJobResult } from './reading/read-job-result';
import { RedeliverJob } from './reading/redeliver-job';
import { IdempotencyKey } from './rows/idempotency-key.entity';
import { JobTurn } from './rows/job-turn.entity';
import { Job } from './rows/job.entity';
import { ClaimJobs } from './running/claim-jobs';
import { EndJob } from './running/end-job';
import { JobSlots } from './running/job-slots';
import { Leases } from './running/leases';
import { Progress } from './running/progress';
import { RunJob } from './running/run-job';
import { AcceptJob } from './submission/accept-job';
import { Idempotency } from './submission/idempotency';
import { ReceiveAudio } from './submission/receive-audio';
import { SubmitAnonymization } from './submission/submit-anonymization';
import { SubmitTranscription } from './submission/submit-transcription';
import { BacklogMetrics } from './upkeep/backlog-metrics';
import { Retention } from './upkeep/retention';
import { Sweep } from './upkeep/sweep';
import { WaitingJobs } from './upkeep/waiting-jobs';

const forCallers = [
  DeleteJob,
  EraseJobs,
  ExportJobs,
  OperatorJobs,
  ReadJob,
  ReadJobResult,
  ReceiveAudio,
  RedeliverJob,
  SubmitAnonymization,
  SubmitTranscription,
];
const forWorkers = [BacklogMetrics, JobAudio, JobSlots, Sweep];

/** Jobs: submission and reading for the api, running and upkeep for the worker. Needs the global queue module. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(retentionConfig),
    ConfigModule.forFeature(runtimeConfig),
    ConfigModule.forFeature(transcriptionConfig),
    TypeOrmModule.forFeature([IdempotencyKey, Job, JobAudioRow, JobTurn]),
    StorageModule,
    TranscriptionModule,
    WebhooksModule,
  ],
  providers: [
    ...forCallers,
    ...forWorkers,
    AcceptJob,
    Arrivals,
    ClaimJobs,
    EndJob,
    FindOwnJob,
    Idempotency,
    Leases,
    OwnJobs,
    Progress,
    Retention,
    RunJob,
    WaitingJobs,
  ],
  exports: [...forCallers, ...forWorkers, AcceptJob, Idempotency, TranscriptionModule, WebhooksModule],
})
export class JobsModule {}

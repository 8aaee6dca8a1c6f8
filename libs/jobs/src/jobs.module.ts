import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, retentionConfig, runtimeConfig, webhooksConfig } from '@app/config';
import { QueueModule } from '@app/queue';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { WebhooksModule } from '@app/webhooks';
import { Arrivals } from './files/arrivals';
import { JobFiles } from './files/job-files';
import { JobUploadRow } from './files/job-uploads.entity';
import { JobUploads } from './files/job-uploads';
import { JobUploadsStore } from './files/job-uploads.store';
import { ReceiveUpload } from './files/receive-upload';
import { ResultFileRow } from './files/result-files.entity';
import { ResultFiles } from './files/result-files';
import { ResultFilesStore } from './files/result-files.store';
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
import { IdempotencyKeyRow, JobRow, JobTurnRow } from './store/jobs.entities';
import { JobsReadStore } from './store/jobs-read.store';
import { JobsStore } from './store/jobs.store';
import { AcceptJob } from './submission/accept-job';
import { AcceptUpload } from './submission/accept-upload';
import { Idempotency } from './submission/idempotency';
import { ResultAddress } from './submission/result-address';
import { BacklogMetrics } from './upkeep/backlog-metrics';
import { Retention } from './upkeep/retention';
import { Sweep } from './upkeep/sweep';

const forCallers = [DeleteJob, EraseJobs, ExportJobs, OperatorJobs, OrganizationJobs, OwnJob, ResultFiles];
const forWorkers = [JobSlots, Sweep];
/** The modules of types of jobs build on these. */
const forTypes = [AcceptJob, AcceptUpload, Idempotency, JobUploads, ReceiveUpload, ResultAddress];

/** Jobs of all types: submission and reading for the api, running and upkeep for the worker. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(retentionConfig),
    ConfigModule.forFeature(runtimeConfig),
    ConfigModule.forFeature(webhooksConfig),
    TypeOrmModule.forFeature([IdempotencyKeyRow, JobRow, JobTurnRow, JobUploadRow, ResultFileRow]),
    QueueModule,
    StorageModule,
    TombstonesModule,
    WebhooksModule,
  ],
  providers: [
    ...forCallers,
    ...forWorkers,
    ...forTypes,
    Arrivals,
    BacklogMetrics,
    EndJobs,
    IdempotencyKeysStore,
    JobFiles,
    JobsReadStore,
    JobsStore,
    JobUploadsStore,
    ResultFilesStore,
    Retention,
    RunJob,
  ],
  exports: [...forCallers, ...forWorkers, ...forTypes],
})
export class JobsModule {}

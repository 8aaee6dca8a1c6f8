import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, runtimeConfig } from '@app/config';
import { QueueModule } from '@app/queue';
import { WebhooksModule } from '@app/webhooks';
import { CancelJob } from './running/cancel-job';
import { EndJobs } from './running/end-jobs';
import { JobSlots } from './running/job-slots';
import { RunJob } from './running/run-job';
import { IdempotencyKeysStore } from './store/idempotency-keys.store';
import { IdempotencyKeyRow, JobRow, JobTurnRow } from './store/jobs.entities';
import { StoredJobs } from './store/stored-jobs.store';
import { JobsStore } from './store/jobs.store';
import { AcceptJob, ResultAddress } from './submission/accept-job';
import { Idempotency } from './submission/idempotency';
import { BacklogMetrics } from './upkeep/backlog-metrics';
import { Sweep } from './upkeep/sweep';

const forWorkers = [JobSlots, Sweep];
/** The modules of types of jobs build on these. */
const forTypes = [AcceptJob, Idempotency, ResultAddress];
/** For the files and the records of jobs. */
const forRecords = [CancelJob, IdempotencyKeysStore, StoredJobs];

/** Jobs of all types: submission for the api, running and upkeep for the worker. */
@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(runtimeConfig),
    TypeOrmModule.forFeature([IdempotencyKeyRow, JobRow, JobTurnRow]),
    QueueModule,
    WebhooksModule,
  ],
  providers: [...forWorkers, ...forTypes, ...forRecords, BacklogMetrics, EndJobs, JobsStore, RunJob],
  exports: [...forWorkers, ...forTypes, ...forRecords],
})
export class JobsModule {}

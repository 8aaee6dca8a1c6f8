/** Jobs: accepted once, run by any worker with organizations in round-robin order, and ended once. */
export { JobsModule } from './jobs.module';
export { CancelJob } from './running/cancel-job';
export {
  JobFailure,
  JobRunner,
  type ResultFile,
  type RunContext,
  RunJob,
  type RunningJob,
} from './running/run-job';
export { JobSlots } from './running/job-slots';
export { IdempotencyKeysStore } from './store/idempotency-keys.store';
export { JOB_TYPES, type JobStatus, type JobType } from './store/jobs.entities';
export { restoredJobs } from './store/restored-jobs.store';
export {
  StoredJobs,
  type Backlog,
  type EndedRow,
  type JobFilter,
  type JobState,
  type ListedJob,
  type LockedJob,
  type OrganizationBacklog,
  type StoredJob,
} from './store/stored-jobs.store';
export {
  type Acceptance,
  AcceptJob,
  DELIVERIES,
  type Delivery,
  type NewJob,
  ResultAddress,
  type ResultAddressRequest,
} from './submission/accept-job';
export { checkIdempotencyKey, Idempotency, type IdempotentRequest } from './submission/idempotency';
export { Sweep } from './upkeep/sweep';

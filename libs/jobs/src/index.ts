/**
 * Jobs: accepted once, run by any worker with organizations in round-robin order, ended once, and delivered to a
 * webhook.
 */
export { JobUploads } from './files/job-uploads';
export { ReceiveUpload, type ReceivedUpload } from './files/receive-upload';
export { ResultFiles, type NewResultFile, type OpenResultFile } from './files/result-files';
export { JobsModule } from './jobs.module';
export { DeleteJob } from './owner/delete-job';
export { EraseJobs, type ErasedJobs } from './owner/erase-jobs';
export { ExportJobs, type ExportedJob } from './owner/export-jobs';
export { OperatorJobs, type OperatorJobReport } from './owner/operator-jobs';
export {
  OrganizationJobs,
  type OrganizationJobReport,
  type OrganizationJobsPage,
  type OrganizationJobSummary,
} from './owner/organization-jobs';
export { OwnJob, type JobReport } from './owner/own-job';
export { JobFailure, JobRunner, type RunContext, type RunningJob } from './running/job-runner';
export { JobSlots } from './running/job-slots';
export type { Backlog, JobFilter, JobState, ListedJob } from './store/jobs-read.store';
export { JOB_TYPES, type JobStatus, type JobType } from './store/jobs.entities';
export { AcceptJob, type Acceptance } from './submission/accept-job';
export { AcceptUpload, checkNotEmpty } from './submission/accept-upload';
export { checkIdempotencyKey, Idempotency, type IdempotentRequest } from './submission/idempotency';
export {
  DELIVERIES,
  ResultAddress,
  type Delivery,
  type ResultAddressRequest,
} from './submission/result-address';
export { Sweep } from './upkeep/sweep';
export { restoredJobs } from './store/restored-jobs.store';

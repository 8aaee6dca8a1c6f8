/**
 * Jobs: accepted once, run by any worker with organizations in round-robin order, ended once, and delivered to a
 * webhook.
 */
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
export { AnonymizationRunner } from './running/anonymization-runner';
export { AnonymizeTranscript } from './running/anonymize-transcript';
export { JobFailure, JobRunner, type RunContext, type RunningJob } from './running/job-runner';
export { JobSlots } from './running/job-slots';
export { TranscribeNow } from './running/transcribe-now';
export { TranscriptionRunner } from './running/transcription-runner';
export { JOB_TYPES, type JobStatus, type JobType } from './store/jobs.entities';
export type { Acceptance } from './submission/accept-job';
export { checkIdempotencyKey } from './submission/idempotency';
export { ReceiveAudio, type ReceivedAudio } from './submission/receive-audio';
export { DELIVERIES, type Delivery } from './submission/result-address';
export { SubmitAnonymization, type AnonymizationRequest } from './submission/submit-anonymization';
export { checkAudioName, SubmitTranscription } from './submission/submit-transcription';
export { BacklogMetrics } from './upkeep/backlog-metrics';
export { Sweep } from './upkeep/sweep';

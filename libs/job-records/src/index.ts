/** Stored jobs for their owners, for admins and for operators: shown, exported, cancelled, erased and expired. */
export { DeleteJob } from './delete-job';
export { EraseJobs, type ErasedJobs } from './erase-jobs';
export { ExpireJobs } from './expire-jobs';
export { ExportJobs, type ExportedJob } from './export-jobs';
export { JobRecordsModule } from './job-records.module';
export { OperatorJobs, type OperatorJobReport } from './operator-jobs';
export {
  OrganizationJobs,
  type OrganizationJobReport,
  type OrganizationJobsPage,
  type OrganizationJobSummary,
} from './organization-jobs';
export { OwnJob, type JobReport } from './own-job';

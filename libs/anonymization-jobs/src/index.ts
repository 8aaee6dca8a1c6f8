/** Anonymization jobs: a text is accepted, its personal data is replaced, and the result is delivered to a webhook. */
export { AnonymizationJobsModule, AnonymizationRunnerModule } from './anonymization-jobs.module';
export { CaseOfJob, failWhereClosed, failWhereRefused } from './anonymization-runner';
export {
  type AnonymizationRequest,
  checkRestorable,
  HidingOfJob,
  readChoices,
  styleAsked,
  SubmitAnonymization,
} from './submit-anonymization';

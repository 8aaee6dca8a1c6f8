/** Anonymization jobs: a text is accepted, its personal data is replaced, and the result is delivered to a webhook. */
export { AnonymizationJobsModule, AnonymizationRunnerModule } from './anonymization-jobs.module';
export { CaseOfJob, failWhereClosed } from './case-of-job';
export { failWhereRefused } from './fail-where-refused';
export { readChoices } from './read-choices';
export { checkRestorable, HidingOfJob } from './hiding-of-job';
export { styleAsked, SubmitAnonymization, type AnonymizationRequest } from './submit-anonymization';

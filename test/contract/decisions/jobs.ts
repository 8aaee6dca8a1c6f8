import type { Decisions } from './proof';

const ANONYMIZATION = 'test/e2e/anonymization-job.e2e-spec.ts';
const TRANSCRIPTION = 'test/e2e/transcription-job.e2e-spec.ts';
const CRASHES = 'test/e2e/job-crashes.e2e-spec.ts';
const CLAIMS = 'libs/jobs/src/running/job-slots.spec.ts';
const KEPT = 'libs/jobs/src/upkeep/retention.spec.ts';

/** Jobs (contract: Jobs). */
export const ON_JOBS: Decisions = {
  '9: the order of checks': [
    TRANSCRIPTION,
    'without a token, without the grant and with another content type',
  ],
  '9: 403 before anything else is looked at': [
    ANONYMIZATION,
    'is refused without a grant, whatever else is wrong',
  ],
  '9: the acceptances': [ANONYMIZATION, 'is accepted, and its result arrives signed'],
  "9: a job is its user's": [ANONYMIZATION, 'is nobody else’s'],
  '9: Idempotency-Key': [ANONYMIZATION, 'is done once for one Idempotency-Key'],
  '9: Idempotency-Key, with a file': [TRANSCRIPTION, 'is refused for another file'],
  '9: Idempotency-Key, for 24 hours': [KEPT, 'is an Idempotency-Key for 24 hours, per user and endpoint'],
  '9: Idempotency-Key, while the first arrives': [
    TRANSCRIPTION,
    'is refused while the first is still arriving',
  ],
  '9: only acceptances are remembered': [TRANSCRIPTION, 'is refused while the first is still arriving'],
  '9: rejected at once': [TRANSCRIPTION, 'with a file of another name'],
  '9: addresses that are refused': [ANONYMIZATION, 'is refused with %j'],
  '9: what only processing finds': [TRANSCRIPTION, 'ends as failed where the file is no audio'],
  '9: limits': [TRANSCRIPTION, 'where it is too large, whether its length is stated or not'],
  '9: a queue entry is a doorbell': [
    'test/integration/rolling-deploy.e2e-spec.ts',
    'is woken by queue entries of any version',
  ],
  '9: organizations in turn': [CLAIMS, 'lets organizations take turns'],
  '9: sweeps, and at once when Redis comes back': [
    'test/integration/stores-away.e2e-spec.ts',
    'runs and delivers jobs also while Redis stays away',
  ],
  '9: Redis may lose everything': [CRASHES, 'of which Redis forgot everything is done all the same'],
  '9: a worker that dies is replaced': [CRASHES, 'that a killed worker was running is finished by another'],
  '9: JOB_MAX_ATTEMPTS': [CRASHES, 'whose workers died as often as is allowed fails, and says so'],
  '9: inputs go at the end': [KEPT, 'is the input until the job ends, and no longer'],
  '9: results go after a while': [KEPT, 'is a result for 24 hours after its delivery, or for 30 days'],
  '9: the row goes last': ['test/e2e/retention.e2e-spec.ts', 'deletes a job that ended long ago'],
  '9: GET job/{job_id}': [ANONYMIZATION, 'delivery: {'],
  '9: result, 409 and 410': [CRASHES, 'has neither a result nor a webhook to redeliver while it waits'],
  '9: redeliver': [ANONYMIZATION, 'delivers again when told to, elsewhere if told so'],
  '9: DELETE before the end': [CRASHES, 'is cancelled while it waits, and its webhook says so'],
  '9: DELETE after the end': [ANONYMIZATION, 'is erased when its owner says so'],
  '9: choices of a transcription': [TRANSCRIPTION, 'hides what it is asked to hide'],
  '9: timestamps': [TRANSCRIPTION, 'adds the times of segments where they are asked for'],
};

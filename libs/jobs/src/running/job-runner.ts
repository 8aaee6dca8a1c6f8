import { BlockedByPolicy, TooManyValues } from '@app/anonymization';
import type { JobErrorCode } from '@app/common';
import type { DataKey } from '@app/crypto';
import type { JobType } from '../store/jobs.entities';

/** A job that this process runs. */
export interface RunningJob {
  id: string;
  organizationId: string;
  userId: string;
  /** What was sealed at submission; the runner knows its form. */
  input: unknown;
  /** Of its organization's policy, at its acceptance; null where nobody wrote it down. */
  policyVersion: number | null;
  /** Opens what is stored for this job. */
  key: DataKey;
}

export interface RunContext {
  /** Aborted where the job was cancelled, its lease was lost, or the process stops. */
  signal: AbortSignal;
  /** Takes how much is done, 0..1. */
  onProgress: (done: number) => void;
}

/** Does one type of job. One class for each type, listed in the worker's module. */
export abstract class JobRunner {
  abstract readonly type: JobType;

  /**
   * May run twice for one job, in two processes one after the other: it changes nothing outside.
   *
   * @returns what the webhook carries beside `job_id` and `status`
   * @throws JobFailure where trying again is of no use; anything else is a failed attempt
   */
  abstract run(job: RunningJob, context: RunContext): Promise<Record<string, unknown>>;
}

/** The job cannot be done, and is not tried again. The owner receives the message and the code. */
export class JobFailure extends Error {
  constructor(
    readonly code: JobErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'JobFailure';
  }
}

/** A text that is refused is refused again in another run. */
export function failWhereRefused(error: unknown): never {
  if (error instanceof BlockedByPolicy)
    throw new JobFailure('blocked_by_policy', `Blocked by policy: ${error.kinds.join(', ')}`, {
      cause: error,
    });
  if (error instanceof TooManyValues)
    throw new JobFailure('too_many_values', error.message, { cause: error });
  throw error;
}

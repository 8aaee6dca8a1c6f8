import { BlockedByPolicy, TooManyValues } from '@app/anonymization';
import type { JobErrorCode } from '@app/common';
import type { DataKey } from '@app/crypto';
import type { JobType } from '../store/jobs.entities';

/** A job that this process runs. */
export interface RunningJob {
  id: string;
  organizationId: string;
  userId: string;
  /** The decrypted input. Only the runner knows its format. */
  input: unknown;
  /** The policy version at the job's acceptance; null if it was not recorded. */
  policyVersion: number | null;
  /** Decrypts what is stored for this job. */
  key: DataKey;
}

export interface RunContext {
  /** Aborted if the job was cancelled, its lease was lost, or the process stops. */
  signal: AbortSignal;
  /** Receives the completed fraction, 0..1. */
  onProgress: (done: number) => void;
}

/** Runs one type of job. Each type has one class, listed in the worker's module. */
export abstract class JobRunner {
  abstract readonly type: JobType;

  /**
   * Runs a job. Must be idempotent, because two processes may run a job one after the other.
   *
   * @returns the fields of the webhook in addition to `job_id` and `status`
   * @throws JobFailure if a retry is useless; any other error is a failed attempt
   */
  abstract run(job: RunningJob, context: RunContext): Promise<Record<string, unknown>>;
}

/** The job cannot be done and is not retried. The owner receives the message and the code. */
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

/** Converts a refusal of the text, which a retry would repeat, to a permanent failure. */
export function failWhereRefused(error: unknown): never {
  if (error instanceof BlockedByPolicy)
    throw new JobFailure('blocked_by_policy', `Blocked by policy: ${error.kinds.join(', ')}`, {
      cause: error,
    });
  if (error instanceof TooManyValues)
    throw new JobFailure('too_many_values', error.message, { cause: error });
  throw error;
}

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

/** A file of the result, which the runner has stored. */
export interface ResultFile {
  /** What the job notes of it, as JSON. Only the library that stores the file knows its format. */
  note: object;
  /** Deletes it: another run ends the job. */
  discard: () => Promise<void>;
}

export interface RunContext {
  /** Aborted if the job was cancelled, its lease was lost, or the process stops. */
  signal: AbortSignal;
  /** Receives the completed fraction, 0..1. */
  onProgress: (done: number) => void;
  /** Receives what restores the values of the result. It is stored as long as the result, for the owner alone. */
  onIssued: (table: string) => void;
  /** Receives the file of the result. It is stored as long as the result. */
  onFile: (file: ResultFile) => void;
}

/**
 * Runs one type of job. Each type has one class. Its module opens the slots in the workers that run the type
 * (`JobSlots.open`).
 */
export abstract class JobRunner {
  abstract readonly type: JobType;

  /**
   * Runs a job. Must be idempotent, because two processes may run a job one after the other.
   *
   * @returns the fields of the webhook in addition to `job_id` and `status`
   * @throws JobFailure if a retry is useless; any other error is a failed attempt
   */
  abstract run(job: RunningJob, context: RunContext): Promise<Record<string, unknown>>;

  /** Deletes what a job needed until it ended. If this fails, the sweep deletes it. */
  ended?(job: RunningJob): Promise<void>;
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

import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DataKey } from '@app/crypto';

/** The type of a job, which is also the name of its queue. */
export const JOB_TYPES = ['anonymization', 'transcription', 'file_anonymization'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** A running job is `accepted`: only workers need to know whether it runs. */
export type JobStatus = 'accepted' | 'completed' | 'failed';

/** An accepted job. Its input is sealed with its own data key (subject: its id). */
@Entity('jobs')
@Check('jobs_type_known', `type IN ('anonymization', 'transcription', 'file_anonymization')`)
@Check('jobs_status_known', `status IN ('accepted', 'completed', 'failed')`)
@Index('jobs_unfinished', ['type', 'organizationId', 'id'], { where: `status = 'accepted'` })
@Index('jobs_by_organization', ['organizationId', 'id'])
@Index('jobs_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
export class JobRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'jobs_pkey' }) id!: string;
  @Column('text') type!: JobType;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column('text', { default: 'accepted' }) status!: JobStatus;
  /** A fixed message without texts of users. */
  @Column('text', { nullable: true }) error!: string | null;
  /** The error code; also null if a version without codes ended the job. */
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  /** Per cent. */
  @Column('smallint', { default: 0 }) progress!: number;
  /** The number of started runs, including those that a crash ended. */
  @Column('smallint', { default: 0 }) attempts!: number;
  /** After a failed run, the earliest time of the next one. */
  @Column('timestamptz', { name: 'available_at', default: () => 'now()' }) availableAt!: Date;
  @Column('uuid', { name: 'lease_owner', nullable: true }) leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  /** The input as JSON; deleted when the job ends. */
  @Column('bytea', { nullable: true }) input!: Buffer | null;
  /**
   * What restores the values of the result, if the job is restorable. Unreadable once the result is deleted, because its
   * data key is destroyed then. Can be large, so it is only read alone.
   */
  @Column('bytea', { name: 'issued_table', nullable: true, select: false }) issuedTable!: Buffer | null;
  /** What is noted of the file of the result, as JSON, if the job returned one. Unreadable as `issuedTable` is. */
  @Column('bytea', { name: 'result_file', nullable: true }) resultFile!: Buffer | null;
  @Column('bytea', { name: 'webhook_url', nullable: true }) webhookUrl!: Buffer | null;
  /** The policy version at its acceptance; null if a version without policies accepted it. */
  @Column('integer', { name: 'policy_version', nullable: true }) policyVersion!: number | null;
  /** The trace context of the request that created it, if it was traced; contains only ids. */
  @Column('text', { nullable: true }) traceparent!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

/** Associated data of the sealed columns: a ciphertext decrypts only in this column of this job. */
export const jobBinding = {
  input: (jobId: string): string => `jobs.input:${jobId}`,
  /**
   * Of an input with a field that the version before cases would ignore. That version cannot decrypt it, so it sets the job
   * aside until a newer worker claims it.
   */
  newerInput: (jobId: string): string => `jobs.input/2:${jobId}`,
  webhookUrl: (jobId: string): string => `jobs.webhook_url:${jobId}`,
  issuedTable: (jobId: string): string => `jobs.issued_table:${jobId}`,
  resultFile: (jobId: string): string => `jobs.result_file:${jobId}`,
};

/**
 * Seals the input of a job.
 *
 * @param isNewer whether it has a field that the previous version would ignore. That version cannot open the input then
 */
export function sealInput(key: DataKey, input: object, isNewer: boolean): Buffer {
  const { subjectId: id } = key;
  return key.seal(JSON.stringify(input), isNewer ? jobBinding.newerInput(id) : jobBinding.input(id));
}

/** @throws Error if it was damaged, or sealed for another job */
export function openInput(key: DataKey, sealed: Buffer): unknown {
  const { subjectId: id } = key;
  let json: string;
  try {
    json = key.openText(sealed, jobBinding.input(id));
  } catch {
    json = key.openText(sealed, jobBinding.newerInput(id));
  }
  return JSON.parse(json) as unknown;
}

/** When a job of a type was last claimed from an organization, for round-robin scheduling. */
@Entity('job_turns')
export class JobTurnRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_turns_pkey' }) type!: JobType;
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'job_turns_pkey' })
  organizationId!: string;
  @Column('timestamptz', { name: 'served_at' }) servedAt!: Date;
}

const KEYS_PKEY = { primaryKeyConstraintName: 'job_idempotency_keys_pkey' };

/** An `Idempotency-Key` and its acceptance. Key and request are stored as keyed hashes. */
@Entity('job_idempotency_keys')
@Index('job_idempotency_keys_age', ['createdAt'])
export class IdempotencyKeyRow {
  @PrimaryColumn('uuid', { name: 'organization_id', ...KEYS_PKEY }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'user_id', ...KEYS_PKEY }) userId!: string;
  @PrimaryColumn('text', { ...KEYS_PKEY }) type!: JobType;
  @PrimaryColumn('text', { name: 'key_hash', ...KEYS_PKEY }) keyHash!: string;
  @Column('text', { name: 'request_hash' }) requestHash!: string;
  @Column('uuid', { name: 'job_id' }) jobId!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

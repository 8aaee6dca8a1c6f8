import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** What a job does; also the name of its queue. */
export const JOB_TYPES = ['anonymization', 'transcription'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** A running job is `accepted`: whether it runs is nobody's business but the workers'. */
export type JobStatus = 'accepted' | 'completed' | 'failed';

/** An accepted job. What it works on is sealed with a data key of its own (subject: its id). */
@Entity('jobs')
@Check('jobs_type_known', `type IN ('anonymization', 'transcription')`)
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
  /** A text of ours. */
  @Column('text', { nullable: true }) error!: string | null;
  /** Why it failed; null also of a job that a version without codes ended. */
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  /** Per cent. */
  @Column('smallint', { default: 0 }) progress!: number;
  /** Runs that began, those that a crash ended included. */
  @Column('smallint', { default: 0 }) attempts!: number;
  /** After a failed run the next one waits until then. */
  @Column('timestamptz', { name: 'available_at', default: () => 'now()' }) availableAt!: Date;
  @Column('uuid', { name: 'lease_owner', nullable: true }) leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  /** What its runner works on, as JSON; gone when the job ends. */
  @Column('bytea', { nullable: true }) input!: Buffer | null;
  @Column('bytea', { name: 'webhook_url', nullable: true }) webhookUrl!: Buffer | null;
  /** The version of its organization's policy at its acceptance; null where a version without policies accepted it. */
  @Column('integer', { name: 'policy_version', nullable: true }) policyVersion!: number | null;
  /** Of the request that made it, where that was traced: ids alone. */
  @Column('text', { nullable: true }) traceparent!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

/** Associated data of the sealed columns: their ciphertext opens in this column of this job and nowhere else. */
export const jobBinding = {
  input: (jobId: string): string => `jobs.input:${jobId}`,
  webhookUrl: (jobId: string): string => `jobs.webhook_url:${jobId}`,
};

/** When an organization last had a job of a type claimed: organizations take turns. */
@Entity('job_turns')
export class JobTurnRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_turns_pkey' }) type!: JobType;
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'job_turns_pkey' })
  organizationId!: string;
  @Column('timestamptz', { name: 'served_at' }) servedAt!: Date;
}

const KEYS_PKEY = { primaryKeyConstraintName: 'job_idempotency_keys_pkey' };

/** An `Idempotency-Key` and the acceptance that it stands for. Key and request are kept as keyed hashes. */
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

/** A recording in the blob store: while it arrives, and until its job ends. What is stored without a row is nobody's. */
@Entity('job_audio')
@Unique('job_audio_arriving_key', ['arrivingKey'])
@Index('job_audio_age', ['createdAt'])
export class JobAudioRow {
  /** The job that it is for, which may not be accepted yet. */
  @PrimaryColumn('uuid', { name: 'job_id', primaryKeyConstraintName: 'job_audio_pkey' }) jobId!: string;
  /** While it arrives: a keyed hash of its owner and `Idempotency-Key`. */
  @Column('text', { name: 'arriving_key', nullable: true }) arrivingKey!: string | null;
  /** While it arrives: until then it is its process's, unless that renews it. */
  @Column('timestamptz', { name: 'arriving_until', nullable: true }) arrivingUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

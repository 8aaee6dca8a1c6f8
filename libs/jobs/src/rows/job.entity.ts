import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JobStatus, JobType } from './job-type';

/** An accepted job. What it works on is sealed with a data key of its own (subject: its id). */
@Entity('jobs')
@Check('jobs_type_known', `type IN ('anonymization', 'transcription')`)
@Check('jobs_status_known', `status IN ('accepted', 'completed', 'failed')`)
@Index('jobs_unfinished', ['type', 'organizationId', 'id'], { where: `status = 'accepted'` })
@Index('jobs_finished', ['finishedAt'], { where: 'finished_at IS NOT NULL' })
export class Job {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'jobs_pkey' }) id!: string;
  @Column('text') type!: JobType;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column('text', { default: 'accepted' }) status!: JobStatus;
  /** A text of ours. */
  @Column('text', { nullable: true }) error!: string | null;
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
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

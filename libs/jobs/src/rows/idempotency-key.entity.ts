import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JobType } from './job-type';

const PKEY = { primaryKeyConstraintName: 'job_idempotency_keys_pkey' };

/** An `Idempotency-Key` and the acceptance that it stands for. Key and request are kept as keyed hashes. */
@Entity('job_idempotency_keys')
@Index('job_idempotency_keys_age', ['createdAt'])
export class IdempotencyKey {
  @PrimaryColumn('uuid', { name: 'organization_id', ...PKEY }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'user_id', ...PKEY }) userId!: string;
  @PrimaryColumn('text', { ...PKEY }) type!: JobType;
  @PrimaryColumn('text', { name: 'key_hash', ...PKEY }) keyHash!: string;
  @Column('text', { name: 'request_hash' }) requestHash!: string;
  @Column('uuid', { name: 'job_id' }) jobId!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

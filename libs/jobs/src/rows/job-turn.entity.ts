import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JobType } from './job-type';

/** When an organization last had a job of a type claimed: organizations take turns. */
@Entity('job_turns')
export class JobTurn {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_turns_pkey' }) type!: JobType;
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'job_turns_pkey' })
  organizationId!: string;
  @Column('timestamptz', { name: 'served_at' }) servedAt!: Date;
}

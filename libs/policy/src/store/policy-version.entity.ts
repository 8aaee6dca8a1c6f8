import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

const PKEY = { primaryKeyConstraintName: 'policy_versions_pkey' };

/**
 * A version of an organization's policy, sealed with a separate data key (subject: its id). The last one is in force.
 */
@Entity('policy_versions')
@Unique('policy_versions_id', ['id'])
export class PolicyVersionRow {
  @PrimaryColumn('uuid', { name: 'organization_id', ...PKEY }) organizationId!: string;
  /** Starts at 1. */
  @PrimaryColumn('integer', PKEY) version!: number;
  @Column('uuid') id!: string;
  @Column('bytea') document!: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of the mappings that a user sealed on one day. Its data key has its id as subject. */
@Entity('mapping_keys')
@Index('mapping_keys_by_owner', ['organizationId', 'userId', 'day'], { unique: true })
@Index('mapping_keys_by_day', ['day'])
export class MappingKeyRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mapping_keys_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** The UTC day, counted from 1970-01-01. */
  @Column('integer') day!: number;
}

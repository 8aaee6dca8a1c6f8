import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person whose data is being erased. Kept until nothing that was under way then can bring any of it back. */
@Entity('erasures')
export class ErasureRow {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'erasures_pkey' }) userId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** How often it was looked again. */
  @Column('smallint', { default: 0 }) rounds!: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

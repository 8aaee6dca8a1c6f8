import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user that is being erased. Kept until no earlier request can write more data of the user. */
@Entity('erasures')
export class ErasureRow {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'erasures_pkey' }) userId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The number of repetitions. */
  @Column('smallint', { default: 0 }) rounds!: number;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

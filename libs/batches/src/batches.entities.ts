import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A batch. Its data key has its id as subject, and is deleted with its results. */
@Entity('batches')
@Index('batches_by_owner', ['userId', 'organizationId', 'id'])
@Index('batches_by_time', ['dueAt'])
@Index('batches_by_age', ['createdAt'])
export class BatchRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'batches_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'input_file_id' }) inputFileId!: string;
  @Column('text') endpoint!: string;
  @Column('text') status!: string;
  /** `BatchState`, without personal data. */
  @Column('jsonb') state!: object;
  /** The caller's metadata and the faults of the input, sealed. */
  @Column('bytea') sealed!: Buffer;
  /** The entity table, sealed. Null until the lines are hidden, and after the results are deleted. */
  @Column('bytea', { name: 'sealed_table', nullable: true }) sealedTable!: Buffer | null;
  /** Increases with each lease, so that a worker notices that it lost its own. */
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** When a worker continues it. Null after its end. */
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt!: Date | null;
}

/** What restores the answer to one line of a batch, sealed with the key of the batch. */
@Entity('batch_lines')
export class BatchLineRow {
  @PrimaryColumn('uuid', { name: 'batch_id', primaryKeyConstraintName: 'batch_lines_pkey' })
  batchId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'batch_lines_pkey' }) number!: number;
  @ManyToOne(() => BatchRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_lines_batch_fkey' })
  batch?: BatchRow;
  @Column('bytea') sealed!: Buffer;
}

/** A file with requests, or with the results of a batch. Its content is a blob under its own data key. */
@Entity('batch_files')
@Index('batch_files_by_owner', ['userId', 'organizationId', 'id'])
@Index('batch_files_by_age', ['createdAt'])
@Index('batch_files_by_batch', ['batchId'])
export class BatchFileRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'batch_files_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'batch_id', nullable: true }) batchId!: string | null;
  @ManyToOne(() => BatchRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_files_batch_fkey' })
  batch?: BatchRow;
  @Column('bytea') name!: Buffer;
  /** Null until the upload is complete. */
  @Column('bigint', { nullable: true }) bytes!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A file or a batch that is left at a provider. */
@Entity('provider_removals')
@Index('provider_removals_by_time', ['dueAt'])
export class ProviderRemovalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_removals_pkey' }) provider!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_removals_pkey' }) kind!: string;
  @PrimaryColumn('text', { name: 'upstream_id', primaryKeyConstraintName: 'provider_removals_pkey' })
  upstreamId!: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file, or with a slash at its end a folder, that has to go from the blob store. */
@Entity('blob_removals')
@Index('blob_removals_by_time', ['dueAt'])
export class BlobRemovalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'blob_removals_pkey' }) name!: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

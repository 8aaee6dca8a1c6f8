import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A wrapped data key. Deleting the row makes everything sealed with it unreadable. */
@Entity('data_keys')
@Index('data_keys_by_main_key', ['keyId', 'subjectId'])
export class DataKeyRow {
  @PrimaryColumn('uuid', { name: 'subject_id', primaryKeyConstraintName: 'data_keys_pkey' })
  subjectId!: string;
  @Column('text', { name: 'key_id' }) keyId!: string;
  @Column('bytea') wrapped!: Buffer;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

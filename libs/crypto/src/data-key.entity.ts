import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A wrapped data key. Deleting the row makes everything sealed with it unreadable. */
@Entity('data_keys')
export class DataKeyRow {
  @PrimaryColumn('uuid', { name: 'subject_id', primaryKeyConstraintName: 'data_keys_pkey' })
  subjectId!: string;
  @Column('text', { name: 'key_id' }) keyId!: string;
  @Column('bytea') wrapped!: Buffer;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

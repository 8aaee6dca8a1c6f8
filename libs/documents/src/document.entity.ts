import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An uploaded file. Its name is sealed with its own key; its text is an encrypted blob. */
@Entity('documents')
@Index('documents_by_owner', ['userId', 'organizationId'])
@Index('documents_by_age', ['createdAt'])
export class DocumentRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea', { name: 'file_name' }) fileName!: Buffer;
  /** Of its text, in UTF-8; null until the text is there, and for good where the upload broke off. */
  @Column('integer', { name: 'text_bytes', nullable: true }) textBytes!: number | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

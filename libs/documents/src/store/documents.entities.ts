import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

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

/** That a chat uses a document, from the turn on that attached it. */
@Entity('chat_documents')
@Index('chat_documents_by_document', ['documentId'])
export class ChatDocumentRow {
  @PrimaryColumn('uuid', { name: 'chat_id', primaryKeyConstraintName: 'chat_documents_pkey' })
  chatId!: string;
  @PrimaryColumn('uuid', { name: 'document_id', primaryKeyConstraintName: 'chat_documents_pkey' })
  documentId!: string;
  @ManyToOne(() => DocumentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'document_id', foreignKeyConstraintName: 'chat_documents_document_fkey' })
  document?: DocumentRow;
  @Column({ type: 'timestamptz', name: 'attached_at', precision: 3, default: () => 'now()' })
  attachedAt!: Date;
}

/** What was detected in a passage, sealed with its document's key, so that nobody has to look again. */
@Entity('passage_findings')
export class PassageFindingsRow {
  @PrimaryColumn('uuid', { name: 'document_id', primaryKeyConstraintName: 'passage_findings_pkey' })
  documentId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'passage_findings_pkey' }) start!: number;
  /** How it was looked for: other languages find other things. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'passage_findings_pkey' }) variant!: string;
  @ManyToOne(() => DocumentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'document_id', foreignKeyConstraintName: 'passage_findings_document_fkey' })
  document?: DocumentRow;
  @Column('bytea') findings!: Buffer;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** An uploaded file. Its name is sealed with its own key. Its text is an encrypted blob. */
@Entity('documents')
@Index('documents_by_owner', ['userId', 'organizationId'])
@Index('documents_by_age', ['createdAt'])
export class DocumentRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea', { name: 'file_name' }) fileName!: Buffer;
  /** The length of its text in UTF-8. Null until the text is stored; it stays null if the upload is interrupted. */
  @Column('integer', { name: 'text_bytes', nullable: true }) textBytes!: number | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

/** A chat's use of a document, from the turn that attached it on. An assistant uses its documents like a chat with its id. */
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

/** The spans detected in a passage, sealed with its document's key, so that it is not searched again. */
@Entity('passage_findings')
export class PassageFindingsRow {
  @PrimaryColumn('uuid', { name: 'document_id', primaryKeyConstraintName: 'passage_findings_pkey' })
  documentId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'passage_findings_pkey' }) start!: number;
  /** The key of the search: other languages and kinds have other results. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'passage_findings_pkey' }) variant!: string;
  @ManyToOne(() => DocumentRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'document_id', foreignKeyConstraintName: 'passage_findings_document_fkey' })
  document?: DocumentRow;
  @Column('bytea') findings!: Buffer;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { DocumentRow } from './document.entity';

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

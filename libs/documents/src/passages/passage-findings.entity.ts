import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { DocumentRow } from '../document.entity';

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

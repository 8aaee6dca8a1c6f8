import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { TextState } from './evaluation';

/** Texts of one person, which show what a policy hides in them. Its data key has its id as subject. */
@Entity('evaluations')
@Index('evaluations_by_user', ['organizationId', 'userId', 'id'])
@Index('evaluations_by_age', ['createdAt'])
export class EvaluationRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'evaluations_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea') name!: Buffer;
  /** The last measurement. Null if there is none. */
  @Column('bytea', { nullable: true }) measurement!: Buffer | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

/** A text of an evaluation, and the values that are marked in it. Both are sealed with the key of the evaluation. */
@Entity('evaluation_texts')
@Check('evaluation_texts_state_known', `state IN ('open', 'done')`)
@Index('evaluation_texts_by_evaluation', ['evaluationId', 'id'])
export class EvaluationTextRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'evaluation_texts_pkey' }) id!: string;
  @Column('uuid', { name: 'evaluation_id' }) evaluationId!: string;
  @ManyToOne(() => EvaluationRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'evaluation_id', foreignKeyConstraintName: 'evaluation_texts_evaluation_fkey' })
  evaluation?: EvaluationRow;
  @Column('bytea') content!: Buffer;
  @Column('bytea') marked!: Buffer;
  /** Of the text, in UTF-16 code units. */
  @Column('integer') length!: number;
  /** The number of marked values. */
  @Column('integer', { name: 'marked_values' }) markedValues!: number;
  @Column('text', { default: 'open' }) state!: TextState;
  /** Increases with each change, as an optimistic lock. */
  @Column('integer', { default: 1 }) version!: number;
}

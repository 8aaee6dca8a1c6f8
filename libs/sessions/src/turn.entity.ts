import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { EntityType } from '@app/anonymization';
import { ChatRow } from './chat.entity';

/** The content of a turn, sealed with the chat's key. */
abstract class StoredTurn {
  @Column('uuid', { name: 'chat_id' }) chatId!: string;
  /** The position in the order in which prompts were accepted. Failed prompts leave gaps. */
  @Column('integer') ordinal!: number;
  /** The document that this turn attached. */
  @Column('uuid', { name: 'document_id', nullable: true }) documentId!: string | null;
  @Column('text', { name: 'response_type', default: 'text' }) responseType!: 'text' | 'image';
  @Column('text') model!: string;
  /** The kinds that were newly hidden in the messages of this call. */
  @Column('text', { name: 'hidden_types', array: true }) hiddenTypes!: EntityType[];
  @Column('bytea') prompt!: Buffer;
  /** The prompt as it was sent. */
  @Column('bytea', { name: 'anonymized_prompt' }) anonymizedPrompt!: Buffer;
  /** The model's answer, with replacements. */
  @Column('bytea') answer!: Buffer;
  @Column('bytea', { name: 'restored_answer' }) restoredAnswer!: Buffer;
  /** The replacements in prompt and answer, by first appearance, as JSON. */
  @Column('bytea') replacements!: Buffer;
  /** The spans detected in prompt and answer, as JSON. */
  @Column('bytea') findings!: Buffer;
  /** The tokens of prompt and answer together, to choose the turns that fit the context. */
  @Column('integer', { name: 'context_tokens' }) contextTokens!: number;
  /** The first version of this turn. Null if this is the first version. */
  @Column('uuid', { name: 'version_of', nullable: true }) versionOf!: string | null;
}

/** One complete turn of the current branch of a chat: a prompt and its answer. */
@Entity('turns')
@Check('turns_response_type_known', `response_type IN ('text', 'image')`)
@Unique('turns_in_order', ['chatId', 'ordinal'])
export class TurnRow extends StoredTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turns_pkey' }) id!: string;
  @ManyToOne(() => ChatRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'chat_id', foreignKeyConstraintName: 'turns_chat_fkey' })
  chat?: ChatRow;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

/** A turn of another branch: a version that the user does not see now, or a turn that followed it. */
@Entity('turn_versions')
@Check('turn_versions_response_type_known', `response_type IN ('text', 'image')`)
@Index('turn_versions_by_branch', ['chatId', 'branch'])
export class TurnVersionRow extends StoredTurn {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_versions_pkey' }) id!: string;
  @ManyToOne(() => ChatRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'chat_id', foreignKeyConstraintName: 'turn_versions_chat_fkey' })
  chat?: ChatRow;
  /** The id of the first turn of the branch. */
  @Column('uuid') branch!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}

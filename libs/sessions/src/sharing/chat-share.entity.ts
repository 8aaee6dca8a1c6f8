import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import { ChatRow } from '../chat.entity';

/** The link to a chat, by which other users of its organization read some of its turns. The content stays in the chat. */
@Entity('chat_shares')
@Unique('chat_shares_chat_unique', ['chatId'])
@Index('chat_shares_expiring', ['expiresAt'])
export class ChatShareRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'chat_shares_pkey' }) id!: string;
  @Column('uuid', { name: 'chat_id' }) chatId!: string;
  @OneToOne(() => ChatRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'chat_id', foreignKeyConstraintName: 'chat_shares_chat_fkey' })
  chat?: ChatRow;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** The turns of the current branch when the link was created, in their order. */
  @Column('uuid', { name: 'turn_ids', array: true }) turnIds!: string[];
  /** The name that the chat had then, sealed with its key. Null if the original values are not shared. */
  @Column('bytea', { nullable: true }) name!: Buffer | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 }) expiresAt!: Date;
}

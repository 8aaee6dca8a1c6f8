import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChatRow } from '../chat.entity';

const PKEY = { primaryKeyConstraintName: 'corrections_pkey' };

/** A value that the user of a chat kept or hid, as a keyed hash. The value itself is in the table of the chat. */
@Entity('corrections')
@Index('corrections_by_value', ['organizationId', 'valueHash'])
export class CorrectionRow {
  @PrimaryColumn('uuid', { name: 'chat_id', ...PKEY }) chatId!: string;
  @ManyToOne(() => ChatRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'chat_id', foreignKeyConstraintName: 'corrections_chat_fkey' })
  chat?: ChatRow;
  /** HMAC-SHA-256 under a key of the organization, over the action and the form of the value, cut to 64 bits. */
  @PrimaryColumn('bigint', { name: 'value_hash', ...PKEY }) valueHash!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** Whether the user suggested the value to the admins. */
  @Column('boolean', { default: false }) suggested!: boolean;
}

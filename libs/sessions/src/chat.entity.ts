import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One conversation of one user. All text is sealed with the chat's data key. */
@Entity('chats')
@Index('chats_by_last_use', ['userId', 'organizationId', 'lastUsedAt', 'id'])
@Index('chats_by_pin', ['userId', 'organizationId', 'pinned', 'lastUsedAt', 'id'])
@Index('chats_by_age', ['lastUsedAt'])
export class ChatRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'chats_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea') name!: Buffer;
  /** The entity table. Null until the first replacement, which also fixes the style. */
  @Column('bytea', { name: 'entity_table', nullable: true }) entityTable!: Buffer | null;
  /** The case with the table of this chat. The id stays when the case ends: then the chat accepts no prompts. */
  @Column('uuid', { name: 'case_id', nullable: true }) caseId!: string | null;
  /** The assistant that the chat was started with, as it was then, sealed. Null if there is none. */
  @Column('bytea', { nullable: true }) assistant!: Buffer | null;
  /** The number of accepted prompts, including failed ones: the ordinal of the latest. */
  @Column('integer', { name: 'accepted_turns' }) acceptedTurns!: number;
  /** Whether the user pinned it to the top of the list. */
  @Column('boolean', { default: false }) pinned!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, default: () => 'now()' })
  lastUsedAt!: Date;
}

import { Check, Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Audience } from './assistant';

/** An instruction with documents, which its users start chats with. Its versions have its content. */
@Entity('assistants')
@Check('assistants_audience_known', `audience IN ('self', 'group', 'organization')`)
@Index('assistants_by_organization', ['organizationId', 'id'])
export class AssistantRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'assistants_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The owner. Null if the owner was erased, and others use it. */
  @Column('uuid', { name: 'user_id', nullable: true }) userId!: string | null;
  @Column('text') audience!: Audience;
  /** The group with the users, if it is for a group. Null if the group was deleted. */
  @ForeignKey('GroupRow', { name: 'assistants_group_id_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'group_id', nullable: true })
  groupId!: string | null;
  /** Whether the members of the group may change it. */
  @Column('boolean', { name: 'members_edit', default: false }) membersEdit!: boolean;
  /** The current version. */
  @Column('integer', { default: 1 }) version!: number;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, default: () => 'now()' }) changedAt!: Date;
}

/** The content of a version, sealed with the key of the assistant. */
@Entity('assistant_versions')
export class AssistantVersionRow {
  @PrimaryColumn('uuid', { name: 'assistant_id', primaryKeyConstraintName: 'assistant_versions_pkey' })
  assistantId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'assistant_versions_pkey' }) version!: number;
  @ManyToOne(() => AssistantRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'assistant_id', foreignKeyConstraintName: 'assistant_versions_assistant_fkey' })
  assistant?: AssistantRow;
  @Column('bytea') content!: Buffer;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}

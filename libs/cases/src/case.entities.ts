import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ReplacementStyle } from '@app/anonymization';

/** An entity table that chats, texts, jobs and calls share. Name and head are sealed with the data key of the case. */
@Entity('cases')
@Index('cases_by_owner', ['userId', 'organizationId'])
@Index('cases_by_age', ['lastUsedAt'])
@Index('cases_expiring', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
export class CaseRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'cases_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The owner. */
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea') name!: Buffer;
  @Column('text') style!: ReplacementStyle;
  /** What the table has beside its records. Null until the first replacement. */
  @Column('bytea', { nullable: true }) head!: Buffer | null;
  /** The optimistic lock: increases with every change of the table. */
  @Column('integer', { default: 0 }) version!: number;
  /** Increases whenever values are forgotten: a text that was hidden meanwhile may contain one. */
  @Column('integer', { default: 0 }) deletions!: number;
  /** The highest id of an entity. */
  @Column('integer', { name: 'last_record', default: 0 }) lastRecord!: number;
  @Column('integer', { default: 0 }) entities!: number;
  /** The number of stored contexts (`case_keys` of entity 0), counted approximately. */
  @Column('integer', { default: 0 }) contexts!: number;
  /** The group with which the case is shared. */
  @ForeignKey('GroupRow', { name: 'cases_group_id_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'group_id', nullable: true })
  groupId!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, default: () => 'now()' })
  lastUsedAt!: Date;
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
}

/**
 * A user who may use a case: its owner, or a member of the group with which it is shared. Leaving the group removes the row.
 */
@Entity('case_members')
@ForeignKey('GroupMemberRow', ['userId', 'groupId'], ['userId', 'groupId'], {
  name: 'case_members_group_member_fkey',
  onDelete: 'CASCADE',
})
@Index('case_members_by_user', ['userId', 'organizationId'])
@Index('case_members_by_group', ['userId', 'groupId'], { where: 'group_id IS NOT NULL' })
export class CaseMemberRow {
  @ForeignKey(() => CaseRow, { name: 'case_members_case_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'case_id', primaryKeyConstraintName: 'case_members_pkey' })
  caseId!: string;
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'case_members_pkey' }) userId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The group through which the user is a member. Null for the owner. */
  @Column('uuid', { name: 'group_id', nullable: true }) groupId!: string | null;
  @Column({ type: 'timestamptz', name: 'joined_at', precision: 3, default: () => 'now()' }) joinedAt!: Date;
}

/** One sealed record of a case's table: an entity, or an e-mail domain. */
@Entity('case_entities')
export class CaseEntityRow {
  @ForeignKey(() => CaseRow, { name: 'case_entities_case_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'case_id', primaryKeyConstraintName: 'case_entities_pkey' })
  caseId!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'case_entities_pkey' }) id!: number;
  /** The id of its tombstone once it is forgotten. */
  @Column('uuid', { name: 'tombstone_id' }) tombstoneId!: string;
  @Column('bytea') sealed!: Buffer;
  /** The users with texts that contained it. */
  @Column('uuid', { name: 'brought_by', array: true }) broughtBy!: string[];
}

/** A keyed hash by which a record is found. Entity 0 has the hashes of contexts, and -1 the reserved ones of forgotten records. */
@Entity('case_keys')
@Index('case_keys_by_entity', ['caseId', 'entity'], { where: 'entity <> 0' })
export class CaseKeyRow {
  @ForeignKey(() => CaseRow, { name: 'case_keys_case_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'case_id', primaryKeyConstraintName: 'case_keys_pkey' })
  caseId!: string;
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'case_keys_pkey' }) key!: string;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'case_keys_pkey' }) entity!: number;
}

import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
} from 'typeorm';
import { OrganizationRow, UserRow } from '../accounts.entities';
import type { StoredLimits } from '../limits';

/** Users of an organization who share limits, budgets or policy rules. */
@Entity('groups')
@Unique('groups_name_unique', ['organizationId', 'name'])
// By lower(name), which an entity cannot describe.
@Index('groups_by_folded_name', { synchronize: false })
@Index('groups_external_unique', ['organizationId', 'externalId'], {
  unique: true,
  where: 'external_id IS NOT NULL',
})
export class GroupRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'groups_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @ManyToOne(() => OrganizationRow)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'groups_organization_id_fkey' })
  organization?: OrganizationRow;
  @Column('text') name!: string;
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  /** The id of the group at an identity provider. */
  @Column('text', { name: 'external_id', nullable: true, default: null }) externalId!: string | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

@Entity('group_members')
@Index('group_members_group_id', ['groupId', 'userId'])
export class GroupMemberRow {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'group_members_pkey' }) userId!: string;
  @ManyToOne(() => UserRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'group_members_user_id_fkey' })
  user?: UserRow;
  @PrimaryColumn('uuid', { name: 'group_id', primaryKeyConstraintName: 'group_members_pkey' })
  groupId!: string;
  @ManyToOne(() => GroupRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'group_members_group_id_fkey' })
  group?: GroupRow;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** Whether single sign-on claims added the user, and can remove them. */
  @Column('boolean', { name: 'from_claims', default: false }) fromClaims!: boolean;
  /** Whether an identity provider added the user by SCIM, and can remove them. */
  @Column('boolean', { name: 'from_scim', default: false }) fromScim!: boolean;
}

import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
} from 'typeorm';
import type { Grant, Role } from '@app/common';
import type { StoredLimits } from './limits';

@Entity('organizations')
@Unique('organizations_name_unique', ['name'])
@Check('organizations_grants_known', `grants <@ ARRAY['transcribe', 'anonymize']`)
export class OrganizationRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' }) id!: string;
  @Column('text') name!: string;
  @Column('boolean') active!: boolean;
  @Column('text', { array: true }) grants!: Grant[];
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  /** Limits of all its users and keys together, in addition to each one's own limit. */
  @Column('jsonb', { name: 'total_limits', default: {} }) totalLimits!: StoredLimits;
  /** Whether password logins require a second factor. */
  @Column('boolean', { name: 'second_factor_required', default: false }) secondFactorRequired!: boolean;
  /** Whether its admins and auditors see usage per user. */
  @Column('boolean', { name: 'usage_by_person', default: false }) usageByPerson!: boolean;
  /** Whether the organization or one of its groups, users or keys has a budget. */
  @Column('boolean', { default: false }) budgeted!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

@Entity('users')
@Unique('users_login_name_unique', ['loginName'])
@Index('users_organization_id', ['organizationId'])
@Index('users_by_organization', ['organizationId', 'id'])
@Check('users_role_known', `role IN ('member', 'auditor', 'admin')`)
@Check(
  'users_service_without_password',
  'role IS NOT NULL OR (password_hash IS NULL AND one_time_password_hash IS NULL)',
)
@Check('users_invitation_ends', '(invitation_hash IS NULL) = (invitation_until IS NULL)')
@Index('users_invitation_unique', ['invitationHash'], { unique: true, where: 'invitation_hash IS NOT NULL' })
@Check('users_one_time_password_ends', '(one_time_password_hash IS NULL) = (one_time_password_until IS NULL)')
export class UserRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @ManyToOne(() => OrganizationRow)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'users_organization_id_fkey' })
  organization?: OrganizationRow;
  /**
   * The e-mail address as it was given when the user was created; for a service account `service:<id>` with the id of
   * its key.
   */
  @Column('text', { name: 'user_name' }) userName!: string;
  /** The normalized name by which a login finds the user, whatever the case. */
  @Column('text', { name: 'login_name' }) loginName!: string;
  /** Null: no login with this password. There may be a one-time password instead. */
  @Column('text', { name: 'password_hash', nullable: true }) passwordHash!: string | null;
  @Column('text', { name: 'one_time_password_hash', nullable: true }) oneTimePasswordHash!: string | null;
  @Column('timestamptz', { name: 'one_time_password_until', nullable: true })
  oneTimePasswordUntil!: Date | null;
  /** SHA-256 of an invitation. It counts only without a password and a one-time password. */
  @Column('text', { name: 'invitation_hash', nullable: true }) invitationHash!: string | null;
  @Column('timestamptz', { name: 'invitation_until', nullable: true }) invitationUntil!: Date | null;
  /** Null: a service account, for which only keys act. */
  @Column('text', { nullable: true, default: 'member' }) role!: Role | null;
  @Column('boolean') active!: boolean;
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** A login and its token family, which ends as a whole (claim `sid`). */
@Entity('logins')
@Index('logins_user_id', ['userId'])
export class LoginRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'logins_pkey' }) id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @ManyToOne(() => UserRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'logins_user_id_fkey' })
  user?: UserRow;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  /** Whether it is a login of the console, which keeps its refresh token in a cookie, or of a program. */
  @Column('boolean', { default: false }) console!: boolean;
  /** The browser and the operating system, as words of a fixed list. */
  @Column('text', { nullable: true }) browser!: string | null;
  @Column('text', { nullable: true }) system!: string | null;
  /** When it last received tokens. Null if a version before this field opened it. */
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
  /** Set by logout, reuse of a spent token, a new password, or deactivation. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}

/** A refresh token, stored as a hash. A spent one is kept, because its reuse indicates theft. */
@Entity('refresh_tokens')
@Index('refresh_tokens_login_id', ['loginId'])
export class RefreshTokenRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'refresh_tokens_pkey' }) hash!: string;
  @Column('uuid', { name: 'login_id' }) loginId!: string;
  @ManyToOne(() => LoginRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'login_id', foreignKeyConstraintName: 'refresh_tokens_login_id_fkey' })
  login?: LoginRow;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'spent_at', nullable: true }) spentAt!: Date | null;
}

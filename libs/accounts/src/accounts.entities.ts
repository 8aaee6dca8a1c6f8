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
import type { Grant } from '@app/common';
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
  /** Whether its admins and auditors see who used what. */
  @Column('boolean', { name: 'usage_by_person', default: false }) usageByPerson!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

@Entity('users')
@Unique('users_login_name_unique', ['loginName'])
@Index('users_organization_id', ['organizationId'])
export class UserRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @ManyToOne(() => OrganizationRow)
  @JoinColumn({ name: 'organization_id', foreignKeyConstraintName: 'users_organization_id_fkey' })
  organization?: OrganizationRow;
  /** The e-mail address as the operator wrote it. */
  @Column('text', { name: 'user_name' }) userName!: string;
  /** The form by which a login finds the user, whatever the case. */
  @Column('text', { name: 'login_name' }) loginName!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('boolean') active!: boolean;
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
}

/** One login and all tokens that came of it: the family that ends as a whole (claim `sid`). */
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
  /** By logout, reuse of a spent token, a new password, or deactivation. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}

/** A refresh token, of which only the hash is known. A spent one is kept: seen again, it betrays a theft. */
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

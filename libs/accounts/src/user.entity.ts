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
import type { StoredLimits } from './limits';
import { OrganizationRow } from './organization.entity';

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

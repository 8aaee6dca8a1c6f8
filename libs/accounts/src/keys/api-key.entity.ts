import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Scope } from '@app/common';
import { UserRow } from '../accounts.entities';
import type { StoredLimits } from '../limits';

/** A program's API key, stored as a hash. A revoked key is kept, because the audit trail refers to it. */
@Entity('api_keys')
@Index('api_keys_user_id', ['userId'])
@Index('api_keys_by_organization', ['organizationId', 'id'])
@Index('api_keys_expiring', ['expiresAt'], {
  where: 'expires_at IS NOT NULL AND revoked_at IS NULL AND expiry_told_at IS NULL',
})
@Check(
  'api_keys_scopes_known',
  `scopes <@ ARRAY['chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage', 'cases', 'restore', 'scim']`,
)
export class ApiKeyRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The user or service account that it acts for. */
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @ManyToOne(() => UserRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'api_keys_user_id_fkey' })
  user?: UserRow;
  @Column('text') hash!: string;
  @Column('text') name!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('jsonb', { name: 'rate_limits', default: {} }) rateLimits!: StoredLimits;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Null: it does not expire. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
  /** When its organization was notified of its expiry. */
  @Column('timestamptz', { name: 'expiry_told_at', nullable: true }) expiryToldAt!: Date | null;
  /** The UTC day of its last call, as `YYYY-MM-DD`. */
  @Column('date', { name: 'last_used_on', nullable: true }) lastUsedOn!: string | null;
}

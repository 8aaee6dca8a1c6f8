import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A signing secret of an organization, sealed with a data key of its own (subject: its id). */
@Entity('webhook_secrets')
@Index('webhook_secrets_current', ['organizationId'], { unique: true, where: 'expires_at IS NULL' })
@Index('webhook_secrets_organization', ['organizationId'])
export class SigningSecret {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_secrets_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('bytea') secret!: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** Null for the current one; a previous one signs until then. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}

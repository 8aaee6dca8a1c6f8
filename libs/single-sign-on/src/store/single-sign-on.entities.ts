import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** The provider's data about a login by single sign-on. */
@Entity('provider_logins')
@Index('provider_logins_subject', ['issuer', 'subject'])
export class ProviderLoginRow {
  @PrimaryColumn('uuid', { name: 'login_id', primaryKeyConstraintName: 'provider_logins_pkey' })
  loginId!: string;
  @ManyToOne('LoginRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'login_id', foreignKeyConstraintName: 'provider_logins_login_id_fkey' })
  login?: object;
  @Column('text') issuer!: string;
  @Column('text') subject!: string;
  /** The provider's id of its own login. */
  @Column('text', { nullable: true }) sid!: string | null;
  /** The end of the provider's confirmation, when the provider is asked again. */
  @Column('timestamptz', { name: 'vouched_until' }) confirmedUntil!: Date;
  /** The end of a process's right to ask the provider. */
  @Column('timestamptz', { name: 'asking_until', nullable: true }) askingUntil!: Date | null;
  /** Renews the confirmation; sealed with the named main key. Null: the person must log in again. */
  @Column('bytea', { name: 'refresh_token', nullable: true }) refreshToken!: Buffer | null;
  @Column('text', { name: 'key_id', nullable: true }) keyId!: string | null;
}

/** A value that may be used once, stored as a hash until it expires anyway. */
@Entity('single_uses')
@Index('single_uses_expires_at', ['expiresAt'])
export class SingleUseRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'single_uses_pkey' }) hash!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

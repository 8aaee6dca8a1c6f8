import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** What stands behind a login that came of single sign-on. */
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
  /** The provider's name of its own login. */
  @Column('text', { nullable: true }) sid!: string | null;
  /** Until when the provider vouches for the person; then it is asked again. */
  @Column('timestamptz', { name: 'vouched_until' }) confirmedUntil!: Date;
  /** One process asks, until then at the latest. */
  @Column('timestamptz', { name: 'asking_until', nullable: true }) askingUntil!: Date | null;
  /** Asks it, sealed under the main key that is named. Not there: the person logs in again. */
  @Column('bytea', { name: 'refresh_token', nullable: true }) refreshToken!: Buffer | null;
  @Column('text', { name: 'key_id', nullable: true }) keyId!: string | null;
}

/** What may be used once: kept as a hash until it would be refused anyway. */
@Entity('single_uses')
@Index('single_uses_expires_at', ['expiresAt'])
export class SingleUseRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'single_uses_pkey' }) hash!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

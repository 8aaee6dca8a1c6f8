import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';

/** The secret that a user's authenticator app shares. It becomes active after a code of it was given. */
@Entity('second_factors')
@Unique('second_factors_user_unique', ['userId'])
export class SecondFactorRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'second_factors_pkey' }) id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @ManyToOne('UserRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'second_factors_user_id_fkey' })
  user?: object;
  /** Sealed with its own data key. */
  @Column('bytea') secret!: Buffer;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  /** RFC 6238: the time step of the last used code; older codes are refused. */
  @Column('bigint', { name: 'last_step', nullable: true }) lastStep!: string | null;
}

/** A code that replaces a lost app, stored as a hash and deleted after use. */
@Entity('recovery_codes')
export class RecoveryCodeRow {
  @PrimaryColumn('uuid', { name: 'factor_id', primaryKeyConstraintName: 'recovery_codes_pkey' })
  factorId!: string;
  @ManyToOne('SecondFactorRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'factor_id', foreignKeyConstraintName: 'recovery_codes_factor_id_fkey' })
  factor?: object;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' }) hash!: string;
}

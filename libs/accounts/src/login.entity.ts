import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserRow } from './user.entity';

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

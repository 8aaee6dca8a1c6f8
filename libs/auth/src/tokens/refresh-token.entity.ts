import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LoginRow } from './login.entity';

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

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/**
 * A code that the console exchanges for a login, once and only in the browser that it was issued for. Both secrets are
 * stored as hashes.
 */
@Entity('login_codes')
@Index('login_codes_login_id', ['loginId'])
export class LoginCodeRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'login_codes_pkey' }) hash!: string;
  @Column('text', { name: 'browser_hash' }) browserHash!: string;
  @Column('uuid', { name: 'login_id' }) loginId!: string;
  @ManyToOne('LoginRow', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'login_id', foreignKeyConstraintName: 'login_codes_login_id_fkey' })
  login?: object;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A code that the console gets a login for, once and in the browser that it was made for; of both only hashes are known. */
@Entity('login_codes')
@Index('login_codes_login_id', ['loginId'])
export class LoginCodeRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'login_codes_pkey' }) hash!: string;
  @Column('text', { name: 'browser_hash' }) browserHash!: string;
  @Column('uuid', { name: 'login_id' }) loginId!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

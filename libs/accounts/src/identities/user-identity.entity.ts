import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { UserRow } from '../accounts.entities';

/**
 * The identity of a user at a provider: its issuer and a subject that the provider never reassigns (OpenID Connect
 * Core, section 2).
 */
@Entity('user_identities')
@Unique('user_identities_user_unique', ['userId', 'issuer'])
export class UserIdentityRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_identities_pkey' }) issuer!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'user_identities_pkey' }) subject!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @ManyToOne(() => UserRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_identities_user_id_fkey' })
  user?: UserRow;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserRow } from '../accounts.entities';

/** What an identity provider says about a user by SCIM, and the name that the user has chosen. Each writes only its own. */
@Entity('user_profiles')
@Index('user_profiles_external_unique', ['organizationId', 'externalId'], {
  unique: true,
  where: 'external_id IS NOT NULL',
})
export class UserProfileRow {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'user_profiles_pkey' }) userId!: string;
  @ManyToOne(() => UserRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_profiles_user_id_fkey' })
  user?: UserRow;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  /** The provider's id of the user. */
  @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('text', { name: 'display_name', nullable: true }) displayName!: string | null;
  @Column('text', { name: 'given_name', nullable: true }) givenName!: string | null;
  @Column('text', { name: 'family_name', nullable: true }) familyName!: string | null;
  /** The name that the user has chosen. It is shown if the provider sets none. */
  @Column('text', { name: 'chosen_name', nullable: true }) chosenName!: string | null;
  /** When the provider deleted the user. It finds the user again after it has created them again. */
  @Column('timestamptz', { name: 'removed_at', nullable: true }) removedAt!: Date | null;
}

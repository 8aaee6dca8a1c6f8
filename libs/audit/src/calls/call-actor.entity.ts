import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The user who caused a call of a model. After this row is deleted, the entry has only a hash without its salt, which
 * identifies no user.
 */
@Entity('audit_call_actors')
export class CallActorRow {
  @PrimaryColumn('uuid', { name: 'entry_id', primaryKeyConstraintName: 'audit_call_actors_pkey' })
  entryId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea') salt!: Buffer;
}

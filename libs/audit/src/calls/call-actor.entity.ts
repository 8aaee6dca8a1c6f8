import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Who caused a call of a model. Deleting it forgets that: what is left in the entry is a hash whose salt is gone. */
@Entity('audit_call_actors')
@Index('audit_call_actors_of_user', ['organizationId', 'userId'])
export class CallActorRow {
  @PrimaryColumn('uuid', { name: 'entry_id', primaryKeyConstraintName: 'audit_call_actors_pkey' })
  entryId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('bytea') salt!: Buffer;
}

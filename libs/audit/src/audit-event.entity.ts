import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Actor } from './audit-event';

/** An entry of the trail. Its table accepts new rows and refuses changes and deletions (see its migration). */
@Entity('audit_events')
@Check('audit_events_actor_known', `actor IN ('user', 'operator', 'service', 'nobody')`)
@Check('audit_events_outcome_known', `outcome IN ('done', 'refused')`)
@Index('audit_events_by_time', ['at'])
@Index('audit_events_of_organization', ['organizationId', 'at', 'id'])
@Index('audit_events_by_action', ['organizationId', 'action', 'at', 'id'], {
  where: `action <> 'model.call'`,
})
@Index('audit_events_by_subject', ['organizationId', 'subjectId', 'at', 'id'], {
  where: 'subject_id IS NOT NULL',
})
export class AuditEventRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_events_pkey' }) id!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
  @Column('text') actor!: Actor['kind'];
  /** The user who acted. */
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { nullable: true }) account!: string | null;
  @Column('text') action!: string;
  @Column('text') outcome!: 'done' | 'refused';
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('uuid', { name: 'organization_id', nullable: true }) organizationId!: string | null;
  @Column('text', { name: 'subject_type', nullable: true }) subjectType!: string | null;
  @Column('text', { name: 'subject_id', nullable: true }) subjectId!: string | null;
  @Column('jsonb', { nullable: true }) counts!: Readonly<Record<string, number>> | null;
  @Column('text', { name: 'address_hash', nullable: true }) addressHash!: string | null;
  /** The model that was called. */
  @Column('text', { nullable: true }) model!: string | null;
  /** Salted hash of the caller of a model: see `CallActorRow`. */
  @Column('bytea', { name: 'actor_hash', nullable: true }) actorHash!: Buffer | null;
}

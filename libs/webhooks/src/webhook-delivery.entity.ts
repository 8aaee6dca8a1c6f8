import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type DeliveryState = 'pending' | 'delivered' | 'exhausted' | 'gone';

/** One event on its way to one receiver. Address and body are sealed with the data key of `subjectId`. */
@Entity('webhook_deliveries')
@Check('webhook_deliveries_state_known', `state IN ('pending', 'delivered', 'exhausted', 'gone')`)
@Index('webhook_deliveries_subject', ['subjectId'], { unique: true })
@Index('webhook_deliveries_pending', ['hostKey', 'nextAttemptAt'], { where: `state = 'pending'` })
@Index('webhook_deliveries_running', ['hostKey'], { where: `lease_owner IS NOT NULL` })
@Index('webhook_deliveries_ended', ['finishedAt'], { where: `state <> 'pending' AND body IS NOT NULL` })
export class WebhookDelivery {
  /** Sent as `webhook-id`: the same for every attempt. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_deliveries_pkey' }) id!: string;
  @Column('uuid', { name: 'subject_id' }) subjectId!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('text', { name: 'request_id' }) requestId!: string;
  /** Keyed hash of the receiver's host name. */
  @Column('text', { name: 'host_key' }) hostKey!: string;
  @Column('bytea', { nullable: true }) url!: Buffer | null;
  /** The bytes that are signed and sent. */
  @Column('bytea', { nullable: true }) body!: Buffer | null;
  @Column('text') state!: DeliveryState;
  /** Failed attempts since the schedule began. */
  @Column('integer', { default: 0 }) failures!: number;
  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' }) nextAttemptAt!: Date;
  @Column('uuid', { name: 'lease_owner', nullable: true }) leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

export type DeliveryState = 'pending' | 'delivered' | 'exhausted' | 'gone';

/** The reasons of failed attempts that the job's owner may see (contract: Webhooks). */
export const ATTEMPT_ERRORS = ['timeout', 'connection', 'tls', 'address', 'redirect', 'status'] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** An event on its way to a receiver. Address and body are sealed with the data key of `subjectId`. */
@Entity('webhook_deliveries')
@Check('webhook_deliveries_state_known', `state IN ('pending', 'delivered', 'exhausted', 'gone')`)
@Index('webhook_deliveries_subject', ['subjectId'], { unique: true })
@Index('webhook_deliveries_pending', ['hostKey', 'nextAttemptAt'], { where: `state = 'pending'` })
@Index('webhook_deliveries_running', ['hostKey'], { where: `lease_owner IS NOT NULL` })
@Index('webhook_deliveries_ended', ['finishedAt'], { where: `state <> 'pending' AND body IS NOT NULL` })
export class DeliveryRow {
  /** Sent as `webhook-id`, which is the same for every attempt. */
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
  /** The type of the event; null for the end of a job. */
  @Column('text', { name: 'event_type', nullable: true }) eventType!: string | null;
  /** The trace context of the reported event, if it was traced; contains only ids. */
  @Column('text', { nullable: true }) traceparent!: string | null;
  /** The error code of a failed job; null for any other event. */
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  /** Failed attempts since the schedule started. */
  @Column('integer', { default: 0 }) failures!: number;
  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' }) nextAttemptAt!: Date;
  @Column('uuid', { name: 'lease_owner', nullable: true }) leaseOwner!: string | null;
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

/** One call of a receiver. Only the status code of its answer is stored. */
@Entity('webhook_attempts')
@Index('webhook_attempts_of_delivery', ['deliveryId'])
export class AttemptRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_attempts_pkey' }) id!: string;
  @Column('uuid', { name: 'delivery_id' }) deliveryId!: string;
  @ManyToOne(() => DeliveryRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'webhook_attempts_delivery' })
  delivery?: DeliveryRow;
  @Column('timestamptz') at!: Date;
  @Column('smallint', { name: 'status_code', nullable: true }) statusCode!: number | null;
  @Column('text', { nullable: true }) error!: AttemptError | null;
  @Column('integer', { name: 'duration_ms' }) durationMs!: number;
}

/** The state of a receiver's host, for serving hosts round robin and limiting the slots of slow ones. */
@Entity('webhook_hosts')
export class HostRow {
  @PrimaryColumn('text', { name: 'host_key', primaryKeyConstraintName: 'webhook_hosts_pkey' })
  hostKey!: string;
  @Column('timestamptz', { name: 'served_at' }) servedAt!: Date;
  @Column('boolean', { default: false }) slow!: boolean;
}

/** A signing secret of an organization, sealed with its own data key (subject: its id). */
@Entity('webhook_secrets')
@Index('webhook_secrets_current', ['organizationId'], { unique: true, where: 'expires_at IS NULL' })
@Index('webhook_secrets_organization', ['organizationId'])
export class SigningSecretRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_secrets_pkey' }) id!: string;
  @Column('uuid', { name: 'organization_id' }) organizationId!: string;
  @Column('bytea') secret!: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** Null for the current secret; the end of the overlap for a previous one. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}

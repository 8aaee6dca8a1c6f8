import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { AttemptError } from './outcome';
import { WebhookDelivery } from './webhook-delivery.entity';

/** One call of a receiver. Of its answer nothing is kept but the status code. */
@Entity('webhook_attempts')
@Index('webhook_attempts_of_delivery', ['deliveryId'])
export class WebhookAttempt {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_attempts_pkey' }) id!: string;
  @Column('uuid', { name: 'delivery_id' }) deliveryId!: string;
  @ManyToOne(() => WebhookDelivery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'webhook_attempts_delivery' })
  delivery?: WebhookDelivery;
  @Column('timestamptz') at!: Date;
  @Column('smallint', { name: 'status_code', nullable: true }) statusCode!: number | null;
  @Column('text', { nullable: true }) error!: AttemptError | null;
  @Column('integer', { name: 'duration_ms' }) durationMs!: number;
}

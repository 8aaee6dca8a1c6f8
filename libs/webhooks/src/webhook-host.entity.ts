import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is remembered of a receiver's host, so that hosts are served in turn and slow ones do not take all places. */
@Entity('webhook_hosts')
export class WebhookHost {
  @PrimaryColumn('text', { name: 'host_key', primaryKeyConstraintName: 'webhook_hosts_pkey' })
  hostKey!: string;
  @Column('timestamptz', { name: 'served_at' }) servedAt!: Date;
  @Column('boolean', { default: false }) slow!: boolean;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganizationEventType } from './organization-event';

/** The webhook of an organization's events. The address is sealed with the data key of `id`. */
@Entity('organization_webhooks')
export class OrganizationWebhookRow {
  @PrimaryColumn('uuid', {
    name: 'organization_id',
    primaryKeyConstraintName: 'organization_webhooks_pkey',
  })
  organizationId!: string;
  /** A new id for every address. */
  @Column('uuid') id!: string;
  @Column('bytea') url!: Buffer;
  @Column('text', { array: true }) events!: OrganizationEventType[];
}

/** Returns the associated data of the sealed column. */
export const organizationWebhookBinding = (id: string): string => `organization_webhooks.url:${id}`;

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganizationEventType } from './organization-event';

/** Where an organization is told of what happens to it. The address is sealed with the data key of `id`. */
@Entity('organization_webhooks')
export class OrganizationWebhookRow {
  @PrimaryColumn('uuid', {
    name: 'organization_id',
    primaryKeyConstraintName: 'organization_webhooks_pkey',
  })
  organizationId!: string;
  /** Anew for every address. */
  @Column('uuid') id!: string;
  @Column('bytea') url!: Buffer;
  @Column('text', { array: true }) events!: OrganizationEventType[];
}

/** Associated data of the sealed column. */
export const organizationWebhookBinding = (id: string): string => `organization_webhooks.url:${id}`;

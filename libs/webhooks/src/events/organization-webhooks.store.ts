import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { newId, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { inScope, managerOf } from '@app/database';
import type { OrganizationEventType } from './organization-event';
import { OrganizationWebhookRow, organizationWebhookBinding } from './organization-webhook.entity';

/** The address of an organization's webhook and its subscriptions. */
export interface OrganizationWebhook {
  url: string;
  events: readonly OrganizationEventType[];
}

/** Stores organizations' webhooks, at most one each. */
@Injectable()
export class OrganizationWebhooksStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @param transaction if absent, reads the current state */
  async find(organizationId: string, transaction?: Transaction): Promise<OrganizationWebhook | undefined> {
    const find = async (tx: EntityManager): Promise<OrganizationWebhook | undefined> => {
      const row = await tx.findOneBy(OrganizationWebhookRow, { organizationId });
      if (!row) return undefined;
      const key = await this.keys.load(tx, row.id);
      return { url: key.openText(row.url, organizationWebhookBinding(row.id)), events: row.events };
    };
    return transaction ? find(managerOf(transaction)) : inScope(this.db, { organizationId }, find);
  }

  /** Replaces the previous webhook. */
  async put(tx: Transaction, organizationId: string, { url, events }: OrganizationWebhook): Promise<void> {
    await this.remove(tx, organizationId);
    const id = newId();
    const key = await this.keys.create(tx, id);
    await managerOf(tx).insert(OrganizationWebhookRow, {
      organizationId,
      id,
      url: key.seal(url, organizationWebhookBinding(id)),
      events: [...events],
    });
  }

  /** @returns whether there was one */
  async remove(tx: Transaction, organizationId: string): Promise<boolean> {
    const [rows] = await managerOf(tx).query<[{ id: string }[], number]>(
      'DELETE FROM organization_webhooks WHERE organization_id = $1 RETURNING id',
      [organizationId],
    );
    const ids = rows.map(({ id }) => id);
    await this.keys.destroy(tx, ids);
    return ids.length > 0;
  }
}

import { Injectable } from '@nestjs/common';
import { newId, type Transaction } from '@app/common';
import { KeyRing, type DataKey } from '@app/crypto';
import { managerOf, valueRows } from '@app/database';
import { hostKey } from './host-key';
import { bodyPlace, urlPlace } from './places';

export interface WebhookEvent {
  /** Whose event it is, such as a job's id: there is one event for each. */
  subjectId: string;
  organizationId: string;
  requestId: string;
  url: string;
  body: object;
  /** The subject's data key. */
  key: DataKey;
}

/**
 * Records events in the caller's transaction: what they tell of and that it is told commit together.
 * A body is serialized here, once; these bytes are stored, signed and sent.
 */
@Injectable()
export class PublishEvent {
  constructor(private readonly ring: KeyRing) {}

  /** @returns the deliveries' ids, in order; ring for them after the commit */
  async execute(transaction: Transaction, events: readonly WebhookEvent[]): Promise<string[]> {
    const tx = managerOf(transaction);
    const rows = events.map((event) => this.row(newId(), event));
    const { places, values } = valueRows(rows);
    await tx.query(
      `INSERT INTO webhook_deliveries
         (id, subject_id, organization_id, request_id, host_key, url, body, state)
       VALUES ${places}`,
      values,
    );
    return rows.map(([id]) => id);
  }

  private row(id: string, { key, url, body, ...event }: WebhookEvent): [string, ...unknown[]] {
    return [
      id,
      event.subjectId,
      event.organizationId,
      event.requestId,
      hostKey(this.ring, url),
      key.seal(url, urlPlace(id)),
      key.seal(JSON.stringify(body), bodyPlace(id)),
      'pending',
    ];
  }
}

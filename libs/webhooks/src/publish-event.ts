import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '@app/common';
import { KeyRing, type DataKey } from '@app/crypto';
import { hostKey } from './host-key';
import { bodyPlace, urlPlace } from './places';

export interface WebhookEvent {
  /** Whose event it is, such as a job's id: there is one event for each. */
  subjectId: string;
  organizationId: string;
  requestId: string;
  url: string;
  body: object;
}

/**
 * Records an event in the caller's transaction: what it tells of and that it is told commit together.
 * The body is serialized here, once; these bytes are stored, signed and sent.
 */
@Injectable()
export class PublishEvent {
  constructor(private readonly ring: KeyRing) {}

  /**
   * @param key the subject's data key
   * @returns the delivery's id; ring for it after the commit
   */
  async execute(tx: EntityManager, event: WebhookEvent, key: DataKey): Promise<string> {
    const id = newId();
    await tx.query(
      `INSERT INTO webhook_deliveries
         (id, subject_id, organization_id, request_id, host_key, url, body, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending')`,
      [
        id,
        event.subjectId,
        event.organizationId,
        event.requestId,
        hostKey(this.ring, event.url),
        key.seal(event.url, urlPlace(id)),
        key.seal(JSON.stringify(event.body), bodyPlace(id)),
      ],
    );
    return id;
  }
}

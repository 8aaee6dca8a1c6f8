import type { EntityManager } from 'typeorm';
import type { AuditEvent } from './audit-event';

/** Where it is written down who did what. */
export abstract class AuditTrail {
  /**
   * Part of the caller's transaction: what was done and that it was done commit together, or neither does.
   *
   * @param tx where nothing is changed, the data source's manager
   */
  abstract record(tx: EntityManager, event: AuditEvent): Promise<void>;
}

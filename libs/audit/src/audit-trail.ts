import type { Transaction } from '@app/common';
import type { AuditEvent } from './audit-event';

/** Where it is written down who did what. */
export abstract class AuditTrail {
  /**
   * Part of the caller's transaction: what was done and that it was done commit together, or neither does.
   *
   * @param tx where nothing is changed, the data source's manager
   */
  abstract record(tx: Transaction, event: AuditEvent): Promise<void>;
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { PruneAuditTrail } from '../chain/prune-audit-trail';
import { PruningStore } from '../chain/pruning.store';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes calls of models after RETENTION_AUDIT_CALLS. It deletes whole days (UTC), so that an organization's trail
 * gets one entry per day about it.
 */
@Injectable()
export class ExpireModelCalls {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly pruning: PruningStore,
    private readonly prune: PruneAuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param signal stops it after the current step */
  async execute(signal: AbortSignal): Promise<void> {
    const { auditCallsMs } = this.retention;
    if (auditCallsMs === undefined) return;
    const until = this.clock.now().getTime() - auditCallsMs;
    const before = new Date(until - (until % DAY_MS));
    for (const organizationId of await this.pruning.withCallsBefore(before)) {
      if (signal.aborted) return;
      await this.prune.chain(organizationId, 'calls', before, signal);
    }
  }
}

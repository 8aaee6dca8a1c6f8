import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { StoredDeliveries } from '../store/stored-deliveries.store';

/** Exports the number of undelivered webhooks of all processes, read at each scrape. */
@Injectable()
export class PendingMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly deliveries: StoredDeliveries,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'webhook_deliveries_pending',
      'Webhooks that are not delivered yet, before their first attempt or after a failed one',
      ['stage'],
      async (pending) => {
        const { first, retry } = await this.deliveries.countPending();
        pending.set({ stage: 'first' }, first);
        pending.set({ stage: 'retry' }, retry);
      },
    );
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { PendingDeliveries } from '@app/webhooks';
import { JOB_TYPES } from '../rows/job-type';
import { WaitingJobs } from './waiting-jobs';

/** What waits, over all processes, read at each scrape: scale the workers on the age of the oldest job. */
@Injectable()
export class BacklogMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly jobs: WaitingJobs,
    private readonly deliveries: PendingDeliveries,
  ) {}

  onModuleInit(): void {
    const oldest = this.metrics.gauge(
      'jobs_oldest_waiting_seconds',
      'Age of the oldest job that waits to be run',
      ['type'],
    );
    this.metrics.gauge('jobs_waiting', 'Accepted jobs that nobody runs', ['type'], async (waiting) => {
      const backlog = await this.jobs.backlog();
      for (const type of JOB_TYPES) {
        const known = backlog.find((entry) => entry.type === type);
        waiting.set({ type }, known?.waiting ?? 0);
        oldest.set({ type }, known?.oldestS ?? 0);
      }
    });
    this.metrics.gauge(
      'webhook_deliveries_pending',
      'Webhooks that are not delivered yet, before their first attempt or after a failed one',
      ['stage'],
      async (pending) => {
        const { first, retry } = await this.deliveries.count();
        pending.set({ stage: 'first' }, first);
        pending.set({ stage: 'retry' }, retry);
      },
    );
  }
}

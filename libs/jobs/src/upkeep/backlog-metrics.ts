import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { JOB_TYPES } from '../store/jobs.entities';
import { StoredJobs, type Backlog } from '../store/stored-jobs.store';

/** Exports the waiting jobs of all processes, read at each scrape. Scale workers by the age of the oldest job. */
@Injectable()
export class BacklogMetrics implements OnModuleInit {
  private reading: Promise<Backlog[]> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly jobs: StoredJobs,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'jobs_oldest_waiting_seconds',
      'Age of the oldest job that waits to be run',
      ['type'],
      async (oldest) => {
        for (const { type, oldestS } of await this.backlog()) oldest.set({ type }, oldestS);
      },
    );
    this.metrics.gauge('jobs_waiting', 'Accepted jobs that no worker runs', ['type'], async (gauge) => {
      for (const { type, waiting } of await this.backlog()) gauge.set({ type }, waiting);
    });
  }

  /** Reads the backlog once for all gauges of one scrape, which are collected concurrently. */
  private backlog(): Promise<Backlog[]> {
    this.reading ??= this.readBacklog().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readBacklog(): Promise<Backlog[]> {
    const known = await this.jobs.backlog();
    return JOB_TYPES.map(
      (type) => known.find((entry) => entry.type === type) ?? { type, waiting: 0, oldestS: 0 },
    );
  }
}

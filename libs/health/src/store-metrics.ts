import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { Readiness } from './health.controller';

/** Reports whether this process reaches its stores, checked at each scrape. */
@Injectable()
export class StoreMetrics implements OnModuleInit {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'store_up',
      'Whether this process can use a store: 1, else 0',
      ['store'],
      async (up) => {
        const { postgres, redis, files } = await this.readiness.report();
        up.set({ store: 'postgres' }, Number(postgres === 'up'));
        up.set({ store: 'redis' }, Number(redis === 'up'));
        up.set({ store: 'files' }, Number(files === 'up'));
      },
    );
  }
}

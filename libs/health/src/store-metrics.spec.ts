import { Metrics } from '@app/observability';
import type { Readiness, ReadinessReport } from './health.controller';
import { StoreMetrics } from './store-metrics';

describe('store_up', () => {
  it.each<[ReadinessReport['postgres'], ReadinessReport['redis'], ReadinessReport['files'], string]>([
    ['up', 'up', 'up', '111'],
    ['down', 'degraded', 'down', '000'],
    ['read-only', 'up', 'up', '011'],
    ['unmigrated', 'up', 'down', '010'],
  ])(
    'is, if PostgreSQL is %s, Redis is %s and the files are %s, %s',
    async (postgres, redis, files, values) => {
      const metrics = new Metrics();
      const report = async (): Promise<ReadinessReport> => ({
        status: 'ready',
        postgres,
        redis,
        files,
        version: '1.0.0',
        commit: 'unknown',
      });
      new StoreMetrics({ report } as unknown as Readiness, metrics).onModuleInit();
      const shown = await metrics.registry.getSingleMetricAsString('store_up');
      const found = ['postgres', 'redis', 'files'].map(
        (store) => new RegExp(`^store_up\\{store="${store}"\\} (\\d)$`, 'm').exec(shown)?.[1],
      );
      expect(found.join('')).toBe(values);
    },
  );
});

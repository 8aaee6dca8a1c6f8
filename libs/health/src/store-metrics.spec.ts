import { Metrics } from '@app/observability';
import type { Readiness, ReadinessReport } from './health.controller';
import { StoreMetrics } from './store-metrics';

describe('store_up', () => {
  it.each<[ReadinessReport['postgres'], ReadinessReport['redis'], number, number]>([
    ['up', 'up', 1, 1],
    ['down', 'degraded', 0, 0],
    ['read-only', 'up', 0, 1],
    ['unmigrated', 'up', 0, 1],
  ])('is, if PostgreSQL is %s and Redis is %s, %d and %d', async (postgres, redis, first, second) => {
    const metrics = new Metrics();
    const report = async (): Promise<ReadinessReport> => ({
      status: 'ready',
      postgres,
      redis,
      version: '1.0.0',
      commit: 'unknown',
    });
    new StoreMetrics({ report } as unknown as Readiness, metrics).onModuleInit();
    const shown = await metrics.registry.getSingleMetricAsString('store_up');
    expect(shown).toContain(`store_up{store="postgres"} ${first}\n`);
    expect(shown).toMatch(new RegExp(`store_up\\{store="redis"\\} ${second}$`, 'm'));
  });
});

import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { runtimeConfig } from '@app/config';
import { OperatedModule } from '@app/operation';
import { RedisModule } from '@app/queue';
import { StorageModule } from '@app/storage';
import { HealthController, Readiness } from './health.controller';
import { METRICS_OPEN, MetricsController } from './metrics.controller';
import { StoreMetrics } from './store-metrics';
import { StoreStates } from './store-states';

@Module({})
export class HealthModule {
  /** @param metrics who may read them without a token: only loopback clients, or all clients of a separate port */
  static register(metrics: 'loopback' | 'open'): DynamicModule {
    return {
      module: HealthModule,
      imports: [ConfigModule.forFeature(runtimeConfig), OperatedModule, RedisModule, StorageModule],
      controllers: [HealthController, MetricsController],
      providers: [
        Readiness,
        StoreMetrics,
        StoreStates,
        { provide: METRICS_OPEN, useValue: metrics === 'open' },
      ],
    };
  }
}

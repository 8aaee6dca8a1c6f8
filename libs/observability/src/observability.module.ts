import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { runtimeConfig, tracingConfig, type RuntimeConfig } from '@app/config';
import { Log } from './log';
import { Metrics } from './metrics';
import { Shutdown } from './shutdown';
import { Tracing } from './tracing/tracing';

@Module({
  imports: [ConfigModule.forFeature(runtimeConfig), ConfigModule.forFeature(tracingConfig)],
  providers: [
    { provide: Log, inject: [runtimeConfig.KEY], useFactory: (config: RuntimeConfig) => new Log(config) },
    Metrics,
    Shutdown,
    Tracing,
  ],
  exports: [Log, Metrics, Shutdown, Tracing],
})
export class ObservabilityModule {}

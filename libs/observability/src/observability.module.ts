import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { runtimeConfig, type RuntimeConfig } from '@app/config';
import { Log } from './log';
import { Metrics } from './metrics';
import { Shutdown } from './shutdown';

@Module({
  imports: [ConfigModule.forFeature(runtimeConfig)],
  providers: [
    { provide: Log, inject: [runtimeConfig.KEY], useFactory: (config: RuntimeConfig) => new Log(config) },
    Metrics,
    Shutdown,
  ],
  exports: [Log, Metrics, Shutdown],
})
export class ObservabilityModule {}

import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { SystemClock } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { Metrics, ObservabilityModule } from '@app/observability';
import { BatchProviders } from './batches/batch-providers';
import { DemoEcho } from './demo-echo';
import { LanguageModel } from './language-model';
import { NoModel } from './no-model';
import { Providers } from './providers/providers';
import { RoutedModel } from './providers/routed-model';

@Module({
  imports: [ConfigModule.forFeature(llmConfig), ObservabilityModule],
  providers: [
    {
      provide: Providers,
      inject: [llmConfig.KEY, Metrics],
      useFactory: ({ providers: settings }: LlmConfig, metrics: Metrics): Providers => {
        const count = new Map(settings.map(({ name }) => [name, metrics.requestsTo('language_model', name)]));
        const providers = new Providers(settings, (name, outcome) => count.get(name)!(outcome));
        const help = 'Whether a provider is skipped while another one can answer';
        metrics.gauge('provider_circuit_open', help, ['provider'], (gauge) => {
          for (const { settings, circuit } of providers.all)
            gauge.set({ provider: settings.name }, circuit.isOpen ? 1 : 0);
        });
        return providers;
      },
    },
    {
      provide: BatchProviders,
      inject: [Providers],
      useFactory: (providers: Providers): BatchProviders => new BatchProviders(providers),
    },
    { provide: LanguageModel, inject: [llmConfig.KEY, Providers], useFactory: createLanguageModel },
  ],
  exports: [BatchProviders, LanguageModel, Providers],
})
export class LlmModule {}

/**
 * Returns the models of the configured providers. Without a provider, it returns an echo, or in production a model that
 * only reports the missing setting.
 */
export function createLanguageModel(
  config: LlmConfig,
  providers = new Providers(config.providers),
): LanguageModel {
  if (providers.all.length > 0) return new RoutedModel(providers.all);
  return config.demo ? new DemoEcho(config.limits, new SystemClock()) : new NoModel();
}

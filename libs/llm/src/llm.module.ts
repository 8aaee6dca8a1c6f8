import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { SystemClock } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import type { CallOutcome } from '@app/openai-client';
import { Metrics, ObservabilityModule } from '@app/observability';
import { DemoEcho } from './demo-echo';
import { LanguageModel } from './language-model';
import { NoModel } from './no-model';
import { OpenAiCompatible } from './openai-compatible';

@Module({
  imports: [ConfigModule.forFeature(llmConfig), ObservabilityModule],
  providers: [
    {
      provide: LanguageModel,
      inject: [llmConfig.KEY, Metrics],
      useFactory: (config: LlmConfig, metrics: Metrics): LanguageModel =>
        createLanguageModel(config, metrics.requestsTo('language_model')),
    },
  ],
  exports: [LanguageModel],
})
export class LlmModule {}

/**
 * Creates a client of the configured server. Without a server, it creates an echo, or in production a model that only
 * reports the missing setting.
 *
 * @param onOutcome called after each request to the server
 */
export function createLanguageModel(
  config: LlmConfig,
  onOutcome?: (outcome: CallOutcome) => void,
): LanguageModel {
  const clock = new SystemClock();
  const { baseUrl } = config;
  if (baseUrl !== undefined)
    return new OpenAiCompatible({ ...config, baseUrl, ...(onOutcome && { onOutcome }) }, clock);
  return config.demo ? new DemoEcho(config, clock) : new NoModel();
}

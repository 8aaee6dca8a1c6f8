import { Global, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { SystemClock } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { DemoEcho } from './demo-echo';
import { LanguageModel } from './language-model';
import { NoModel } from './no-model';
import { OpenAiCompatible } from './openai-compatible';

@Global()
@Module({
  imports: [ConfigModule.forFeature(llmConfig)],
  providers: [
    {
      provide: LanguageModel,
      inject: [llmConfig.KEY],
      useFactory: createLanguageModel,
    },
  ],
  exports: [LanguageModel],
})
export class LlmModule {}

/** A server where one is configured, else an echo for trying out, else one that says what to set. */
export function createLanguageModel(config: LlmConfig): LanguageModel {
  const clock = new SystemClock();
  const { baseUrl } = config;
  if (baseUrl !== undefined) return new OpenAiCompatible({ ...config, baseUrl }, clock);
  return config.demo ? new DemoEcho(config, clock) : new NoModel();
}

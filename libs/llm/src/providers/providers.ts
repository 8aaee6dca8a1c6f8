import { SystemClock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import type { CallOutcome } from '@app/openai-client';
import type { LanguageModel } from '../language-model';
import { AnthropicModel } from '../anthropic/anthropic-model';
import { GeminiModel } from '../gemini/gemini-model';
import { OpenAiCompatible } from '../openai-compatible';
import { azureAddress } from './azure';
import { Provider } from './provider';

/** The configured providers, in the order in which they are asked. */
export class Providers {
  readonly all: readonly Provider[];

  /** @param onOutcome receives the result of each request, with the provider's name */
  constructor(
    settings: readonly ProviderSettings[],
    onOutcome: (provider: string, outcome: CallOutcome) => void = () => undefined,
  ) {
    const clock = new SystemClock();
    this.all = settings.map((each) => {
      const report = (outcome: CallOutcome): void => onOutcome(each.name, outcome);
      return new Provider(each, createClient(withUpstreamNames(each), report), clock, report);
    });
  }
}

/** Returns the settings as the client needs them: by the provider's own names of the models. */
function withUpstreamNames(settings: ProviderSettings): ProviderSettings {
  const names = new Map(settings.models.map(({ id, upstream }) => [id, upstream ?? id]));
  const answerTokens = [...settings.answerTokens].map(
    ([id, tokens]) => [names.get(id) ?? id, tokens] as const,
  );
  return {
    ...settings,
    models: settings.models.map((model) => ({ ...model, id: names.get(model.id)! })),
    answerTokens: new Map(answerTokens),
  };
}

function createClient(settings: ProviderSettings, onOutcome: (outcome: CallOutcome) => void): LanguageModel {
  const clock = new SystemClock();
  switch (settings.protocol) {
    case 'openai':
      return new OpenAiCompatible({ ...settings, onOutcome }, clock);
    case 'azure-openai':
      return new OpenAiCompatible(
        {
          ...settings,
          // The older interface has responses at another address, and not in all versions.
          api: settings.apiVersion === undefined ? undefined : 'chat',
          keyHeader: 'api-key',
          addressOf: azureAddress(settings.apiVersion),
          onOutcome,
        },
        clock,
      );
    case 'anthropic':
      return new AnthropicModel({ ...settings, onOutcome }, clock);
    case 'gemini':
      return new GeminiModel({ ...settings, onOutcome }, clock);
  }
}

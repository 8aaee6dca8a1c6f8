import { AppError, invalid } from '@app/common';
import type { Provider } from '../providers/provider';
import type { Providers } from '../providers/providers';
import { BatchServer } from './batch-server';

/** A provider that accepts batches. */
export interface BatchProvider {
  /** The configured name */
  name: string;
  server: BatchServer;
  /** Returns the provider's own name of a model. */
  upstream(model: string): string;
}

/** The configured providers that accept batches: those with OpenAI's protocol. */
export class BatchProviders {
  private readonly all: readonly (BatchProvider & Pick<Provider, 'models'>)[];

  constructor({ all }: Pick<Providers, 'all'>) {
    this.all = all
      .filter(({ settings }) => settings.protocol === 'openai')
      .map((provider) => ({
        name: provider.settings.name,
        server: new BatchServer({ ...provider.settings, onOutcome: provider.onOutcome }),
        upstream: (model) => provider.upstream(model),
        models: () => provider.models(),
      }));
  }

  get areNone(): boolean {
    return this.all.length === 0;
  }

  /**
   * Returns the first provider that offers a model.
   *
   * @throws AppError `bad_request` if none does; a `provider_` code if a list of models cannot be read
   */
  async offering(model: string): Promise<BatchProvider> {
    for (const provider of this.all)
      if ((await provider.models()).some(({ id }) => id === model)) return provider;
    throw invalid('model', 'must be a model of a provider that accepts batches');
  }

  /** @throws AppError `not_configured` if no provider has this name any longer */
  named(name: string): BatchProvider {
    const provider = this.all.find((each) => each.name === name);
    if (!provider) throw new AppError('not_configured', 'The provider of the batch is not configured');
    return provider;
  }
}

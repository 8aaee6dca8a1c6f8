import { AppError } from '@app/common';
import type { Provider, Providers } from '../providers/providers';
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
  private readonly accepting: readonly (BatchProvider & Pick<Provider, 'models'>)[];
  private readonly others: readonly Pick<Provider, 'models'>[];

  constructor({ all }: Pick<Providers, 'all'>) {
    const accepts = ({ settings }: Provider): boolean => settings.protocol === 'openai';
    this.others = all.filter((provider) => !accepts(provider));
    this.accepting = all.filter(accepts).map((provider) => ({
      name: provider.settings.name,
      server: new BatchServer({ ...provider.settings, onOutcome: provider.onOutcome }),
      upstream: (model) => provider.upstream(model),
      models: () => provider.models(),
    }));
  }

  /**
   * Refuses a model that only providers offer that accept no batches. If a list of models cannot be read, or the model is
   * unknown, the worker decides.
   *
   * @throws AppError `not_supported`
   */
  async assertAccepted(model: string | undefined): Promise<void> {
    if (this.accepting.length === 0) throw notAccepted('No provider of this service accepts batches');
    if (model === undefined) return;
    const offers = async (provider: Pick<Provider, 'models'>): Promise<boolean> =>
      (await provider.models()).some(({ id }) => id === model);
    const accepting = await Promise.allSettled(this.accepting.map(offers));
    if (accepting.some((offered) => offered.status === 'rejected' || offered.value)) return;
    const others = await Promise.allSettled(this.others.map(offers));
    if (others.some((offered) => offered.status === 'fulfilled' && offered.value))
      throw notAcceptedFor(model);
  }

  /**
   * Returns the first provider that offers a model.
   *
   * @throws AppError `not_supported` if none does; a `provider_` code if a list of models cannot be read
   */
  async offering(model: string): Promise<BatchProvider> {
    for (const provider of this.accepting)
      if ((await provider.models()).some(({ id }) => id === model)) return provider;
    throw notAcceptedFor(model);
  }

  /** @throws AppError `not_configured` if no provider has this name any longer */
  named(name: string): BatchProvider {
    const provider = this.accepting.find((each) => each.name === name);
    if (!provider) throw new AppError('not_configured', 'The provider of the batch is not configured');
    return provider;
  }
}

const notAccepted = (message: string): AppError => new AppError('not_supported', message);

const notAcceptedFor = (model: string): AppError =>
  notAccepted(`The provider of ${model} accepts no batches: only providers with OpenAI's protocol do`);

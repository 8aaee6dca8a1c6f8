import { AppError } from '@app/common';
import {
  LanguageModel,
  type Completion,
  type CompletionEvent,
  type CompletionRequest,
  type Dialect,
  type Model,
  type OnLost,
  type DialectObject,
} from '../language-model';
import { named, type Provider } from './providers';

/**
 * The models of all providers. A call goes to the first provider that offers its model. If that one cannot be reached or
 * accepts no requests (429, 503), the next one is asked, before anything of an answer has arrived.
 */
export class RoutedModel extends LanguageModel {
  constructor(private readonly providers: readonly Provider[]) {
    super();
  }

  /**
   * If several providers offer a model, its limits are the smallest ones, so that each of them can answer.
   *
   * @throws the first provider's error if no provider lists its models
   */
  async models(): Promise<readonly Model[]> {
    const models = new Map<string, Model>();
    for (const model of (await this.listed()).flatMap(({ models: own }) => own)) {
      const known = models.get(model.id);
      models.set(model.id, known ? smaller(known, model) : model);
    }
    return [...models.values()];
  }

  async complete(request: CompletionRequest, signal: AbortSignal, onLost?: OnLost): Promise<Completion> {
    return only(
      this.ask(request.model, { signal, onLost }, ({ client }, model) =>
        onePart(() => client.complete({ ...request, model }, signal)),
      ),
    );
  }

  async *stream(
    request: CompletionRequest,
    signal: AbortSignal,
    onLost?: OnLost,
  ): AsyncGenerator<CompletionEvent> {
    yield* this.ask(request.model, { signal, onLost }, ({ client }, model) =>
      client.stream({ ...request, model }, signal),
    );
  }

  async relay(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
    onLost?: OnLost,
  ): Promise<DialectObject> {
    return only(
      this.ask(body.model, { signal, onLost }, ({ client }, model) =>
        renamed(
          body,
          model,
          onePart(() => client.relay(dialect, { ...body, model }, signal)),
        ),
      ),
    );
  }

  async *relayStream(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
    onLost?: OnLost,
  ): AsyncGenerator<DialectObject> {
    yield* this.ask(body.model, { signal, onLost }, ({ client }, model) =>
      renamed(body, model, client.relayStream(dialect, { ...body, model }, signal)),
    );
  }

  async embed(body: DialectObject, signal: AbortSignal, onLost?: OnLost): Promise<DialectObject> {
    return only(
      this.ask(body.model, { signal, onLost }, ({ client }, model) =>
        renamed(
          body,
          model,
          onePart(() => client.embed({ ...body, model }, signal)),
        ),
      ),
    );
  }

  private async *ask<Part>(
    id: unknown,
    { signal, onLost }: { signal: AbortSignal; onLost: OnLost | undefined },
    call: (provider: Provider, model: string) => AsyncIterable<Part>,
  ): AsyncGenerator<Part> {
    const providers = await this.providersOf(id);
    for (const [at, provider] of providers.entries()) {
      let hasBegun = false;
      try {
        for await (const part of provider.run(() => call(provider, provider.upstream(id)), signal)) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        const isLast = at === providers.length - 1;
        if (hasBegun || isLast || signal.aborted || !provider.mayBeReplacedAfter(error)) throw error;
        if (isTimeout(error)) await onLost?.();
      }
    }
  }

  /** Returns the providers of a model in the order in which they are asked: those with problems last. */
  private async providersOf(id: unknown): Promise<readonly Provider[]> {
    const offering =
      this.providers.length === 1
        ? this.providers
        : (await this.listed())
            .filter(({ models }) => models.some((model) => model.id === id))
            .map(({ provider }) => provider);
    if (offering.length === 0)
      throw new AppError('provider_model_unknown', 'No provider offers this model at the moment', {
        promptSent: false,
      });
    const isWell = ({ circuit, hasRoom }: Provider): boolean => !circuit.isOpen && hasRoom;
    return [...offering.filter(isWell), ...offering.filter((provider) => !isWell(provider))];
  }

  private async listed(): Promise<{ provider: Provider; models: readonly Model[] }[]> {
    const lists = await Promise.allSettled(
      this.providers.map(async (provider) => ({ provider, models: await provider.models() })),
    );
    const known = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
    // A provider without a list has noted its failed request in the metrics.
    if (known.length === 0) throw (lists[0] as PromiseRejectedResult).reason;
    return known;
  }
}

const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'provider_timeout';

const smaller = (one: Model, other: Model): Model => ({
  id: one.id,
  promptTokens: Math.min(one.promptTokens, other.promptTokens),
  answerTokens: Math.min(one.answerTokens, other.answerTokens),
  internal: one.internal && other.internal,
  images: one.images && other.images,
});

async function* onePart<Part>(ask: () => Promise<Part>): AsyncGenerator<Part> {
  yield await ask();
}

async function* renamed(
  { model: id }: DialectObject,
  upstream: string,
  parts: AsyncIterable<DialectObject>,
): AsyncGenerator<DialectObject> {
  for await (const part of parts) yield named(part, upstream, String(id));
}

/** Returns the only part, after the call has ended. */
async function only<Part>(parts: AsyncGenerator<Part>): Promise<Part> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all[0]!;
}

import { AppError, type Clock, type ErrorCode, SystemClock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { type CallOutcome, refusalOf } from '@app/openai-client';
import { AnthropicModel } from '../anthropic/anthropic-model';
import { GeminiModel } from '../gemini/gemini-model';
import { type DialectObject, type LanguageModel, limitedModel, type Model } from '../language-model';
import { OpenAiCompatible } from '../openai-compatible';
import { isRecord } from '../openai-format';

/** Failures one after another that open the circuit, and how long it stays open. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;
/** The maximum pause that a provider can ask for. */
const MAX_PAUSE_MS = 60_000;

/**
 * Whether a provider is skipped while another one can answer, because it failed repeatedly or asked for a pause. This is own
 * code because the circuit breakers of libraries refuse calls: here a call to the only provider always goes out.
 */
class Circuit {
  private failures = 0;
  private openUntil = 0;
  private pausedUntil = 0;

  constructor(private readonly clock: Clock) {}

  get isOpen(): boolean {
    return this.now < Math.max(this.openUntil, this.pausedUntil);
  }

  succeeded(): void {
    this.failures = 0;
    this.openUntil = 0;
  }

  /** After the circuit was open, the first failure opens it again. */
  failed(): void {
    this.failures += 1;
    if (this.failures >= MAX_FAILURES) this.openUntil = this.now + OPEN_MS;
  }

  /** @param seconds of the `Retry-After` header */
  pause(seconds: number): void {
    this.pausedUntil = this.now + Math.min(seconds * 1000, MAX_PAUSE_MS);
  }

  private get now(): number {
    return this.clock.now().getTime();
  }
}

/** Statuses with which a provider accepts no request for now. 529 is Anthropic's. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/** Failures of a provider, whatever it was asked. */
const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'provider_unreachable',
  'provider_timeout',
  'provider_broke_off',
  'provider_failed',
]);

/** A configured provider, with its client and its state. */
export class Provider {
  readonly circuit: Circuit;
  private running = 0;

  constructor(
    readonly settings: ProviderSettings,
    readonly client: LanguageModel,
    clock: Clock,
    /** Receives the result of each request. */
    readonly onOutcome: (outcome: CallOutcome) => void = () => undefined,
  ) {
    this.circuit = new Circuit(clock);
  }

  /** Returns its models, under the ids that callers use. */
  async models(): Promise<readonly Model[]> {
    const { models } = this.settings;
    if (models.length === 0) return this.client.models();
    return models.map(({ id }) => limitedModel(id, this.settings));
  }

  /** Returns the provider's own name of a model. */
  upstream(id: unknown): string {
    const known = this.settings.models.find((model) => model.id === id);
    return known?.upstream ?? String(id);
  }

  /** Whether it accepts another call now. */
  get hasRoom(): boolean {
    return this.running < (this.settings.maxCalls ?? Infinity);
  }

  /**
   * Yields the parts of one call, and notes how it ended.
   *
   * @throws AppError `provider_rate_limited` if it has too many calls
   */
  async *run<Part>(parts: () => AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part> {
    if (!this.hasRoom)
      throw new AppError('provider_rate_limited', 'The language model has too many calls; try again later', {
        promptSent: false,
        retryAfterS: 1,
      });
    this.running += 1;
    try {
      yield* parts();
      this.circuit.succeeded();
    } catch (error) {
      if (!signal.aborted) this.note(error);
      throw error;
    } finally {
      this.running -= 1;
    }
  }

  /** Whether another provider may be asked after a failure before the first part of an answer. */
  mayBeReplacedAfter(error: unknown): boolean {
    if (BUSY.has(refusalOf(error)?.status)) return true;
    if (!(error instanceof AppError)) return false;
    if (error.code === 'provider_timeout') return this.settings.retryTimeouts;
    return error.code === 'provider_unreachable' || error.details?.promptSent === false;
  }

  private note(error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal?.retryAfterS !== undefined && BUSY.has(refusal.status))
      this.circuit.pause(refusal.retryAfterS);
    if (error instanceof AppError && FAULTS.has(error.code)) this.circuit.failed();
  }
}

/** Returns a part of an answer with the id that the caller used, where it names the model. */
export function named(part: DialectObject, upstream: string, id: string): DialectObject {
  if (upstream === id) return part;
  const renamed = { ...part };
  for (const field of ['model', 'modelVersion']) if (field in renamed) renamed[field] = id;
  for (const field of ['response', 'message']) {
    const inner = renamed[field];
    if (typeof inner === 'object' && inner !== null && 'model' in inner)
      renamed[field] = { ...inner, model: id };
  }
  return renamed;
}

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

/**
 * Returns the addresses of Azure OpenAI after the base URL of the resource
 * (https://learn.microsoft.com/azure/ai-services/openai/reference).
 *
 * @param apiVersion for the older interface, with one address per deployment; the deployment is the model's name
 */
const azureAddress =
  (apiVersion: string | undefined) =>
  (path: string, body: unknown): string => {
    if (apiVersion === undefined) return `/openai/v1${path}`;
    const deployment = isRecord(body) ? encodeURIComponent(String(body.model)) : '';
    return `/openai/deployments/${deployment}${path}?api-version=${apiVersion}`;
  };

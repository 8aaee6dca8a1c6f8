import { AppError, type Clock, type ErrorCode } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { refusalOf, type CallOutcome } from '@app/openai-client';
import type { LanguageModel, Model, DialectObject } from '../language-model';
import { limitedModel } from '../model-limits';
import { Circuit } from './circuit';

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

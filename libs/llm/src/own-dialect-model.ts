import { AppError, type Clock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { ProviderClient, type ServerSettings } from '@app/openai-client';
import { choicesOf } from './answer-bounds';
import { ChatModel } from './chat-model';
import { completeAnswer, headOf } from './complete-answer';
import { CompleteChunks } from './complete-chunks';
import { type Dialect, type Model, type DialectObject, limitedModel, type Limits } from './language-model';
import { SERVER } from './openai-format';

export type OwnDialectSettings = Limits &
  Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'chunkTimeoutMs'> &
  Pick<ServerSettings, 'onOutcome'>;

/** Converts the parts of one answer into chunks of a chat completion. */
export interface ToChunks {
  write(part: DialectObject): DialectObject[];
}

/**
 * A client of a provider with a dialect of its own. Bodies in this dialect pass as they are. All others become chat
 * completions, and these are converted into the dialect.
 */
export abstract class OwnDialectModel extends ChatModel {
  protected readonly server: ProviderClient;
  protected abstract readonly dialect: Dialect;

  constructor(
    private readonly settings: OwnDialectSettings,
    keyHeader: NonNullable<ServerSettings['keyHeader']>,
    private readonly clock: Clock,
  ) {
    super();
    const { baseUrl, apiKey, timeoutMs, chunkTimeoutMs, onOutcome } = settings;
    this.server = new ProviderClient({
      name: SERVER,
      baseUrl,
      apiKey,
      keyHeader,
      timeoutMs,
      chunkTimeoutMs,
      ...(onOutcome && { onOutcome }),
    });
  }

  /** Sends a body of the dialect. */
  protected abstract ask(body: DialectObject, signal: AbortSignal): Promise<DialectObject>;
  protected abstract askStream(body: DialectObject, signal: AbortSignal): AsyncIterable<DialectObject>;
  /** @param answerTokens the limit for the answer if the body has none */
  protected abstract ofChat(body: DialectObject, answerTokens: number): DialectObject;
  protected abstract toChat(answer: DialectObject): DialectObject;
  protected abstract toChunks(): ToChunks;

  async models(): Promise<readonly Model[]> {
    return this.settings.models.map(({ id }) => limitedModel(id, this.settings));
  }

  override relay(dialect: Dialect, body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    return dialect === this.dialect ? this.ask(body, signal) : super.relay(dialect, body, signal);
  }

  override relayStream(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
  ): AsyncIterable<DialectObject> {
    return dialect === this.dialect ? this.askStream(body, signal) : super.relayStream(dialect, body, signal);
  }

  async relayChat(body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    const answer = this.toChat(await this.ask(this.converted(body), signal));
    return completeAnswer(answer, headOf('chat.completion', body.model, this.clock), choicesOf(body));
  }

  async *relayChatStream(body: DialectObject, signal: AbortSignal): AsyncGenerator<DialectObject> {
    const head = headOf('chat.completion.chunk', body.model, this.clock);
    const chunks = new CompleteChunks(head, choicesOf(body));
    const converted = this.toChunks();
    for await (const part of this.askStream(this.converted(body), signal))
      for (const chunk of converted.write(part)) yield chunks.complete(chunk);
  }

  /** Such a provider has no embeddings, or has them in a form that is not translated. */
  async embed(): Promise<DialectObject> {
    throw new AppError('provider_model_unknown', 'The provider of this model has no embeddings', {
      promptSent: false,
    });
  }

  private converted(body: DialectObject): DialectObject {
    return this.ofChat(body, limitedModel(String(body.model), this.settings).answerTokens);
  }
}

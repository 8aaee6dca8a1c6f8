import { invalid } from '@app/common';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface CompletionRequest {
  /** An id from `models()`. */
  model: string;
  messages: readonly ChatMessage[];
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** The source of the counts: the provider, or a tokenizer if the provider did not report them. */
  source: 'provider' | 'tokenizer';
}

export interface Completion {
  text: string;
  usage: TokenUsage;
  finish: string;
}

/**
 * A piece of the answer as it arrives. The last event contains the usage and the finish reason in OpenAI's words (`stop`,
 * `length`, `content_filter`).
 */
export type CompletionEvent = { text: string } | { usage: TokenUsage; finish: string };

export interface Model {
  id: string;
  /** The limit for the messages of one call, in tokens: the context minus the tokens of the answer. */
  promptTokens: number;
  /** The limit for an answer in a chat, in tokens. */
  answerTokens: number;
}

/** A body, an answer, a chunk or an event of OpenAI's `POST /chat/completions` or `POST /responses`. */
export type OpenAiObject = Record<string, unknown>;

/**
 * A language model, or a server with several.
 *
 * Every method throws an AppError with a `provider_` code or, if no model is configured, `not_configured`. After `signal`
 * was aborted, it throws the signal's reason. An error never contains a provider's message, which may quote the prompt.
 */
export abstract class LanguageModel {
  /** Returns the configured models, the default first. */
  abstract models(): Promise<readonly Model[]>;

  /** Returns the whole answer, which is never empty. */
  abstract complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;

  /** Yields the answer as it arrives, and `usage` at the end, or throws. Ending the iteration ends the call. */
  abstract stream(request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionEvent>;

  /**
   * Forwards an OpenAI body.
   *
   * @returns OpenAI's answer with every field that clients rely on
   */
  abstract relay(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;

  /**
   * Like `relay`, but yields chunks. It requests `usage`, which one of the last chunks contains if the server supports
   * it.
   */
  abstract relayStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;

  /**
   * Forwards a body of OpenAI's `POST /responses` with functions as its only tools. If the server only supports chat
   * completions, converts the body.
   */
  abstract respond(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;

  /** Like `respond`, but yields OpenAI's events, up to the one with the complete response. */
  abstract respondStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;

  /** Forwards a body of OpenAI's `POST /embeddings`. */
  abstract embed(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
}

/** Returns the model with that id. @throws AppError `bad_request` if there is none */
export function chooseModel(models: readonly Model[], id: unknown): Model {
  const model = models.find((model) => model.id === id);
  if (model) return model;
  const message = 'must be one of the models that GET models lists';
  throw invalid('model', message);
}

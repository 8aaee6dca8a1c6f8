import { invalid } from '@app/common';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface CompletionRequest {
  /** The id of one of `models()`. */
  model: string;
  messages: readonly ChatMessage[];
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** Who counted: the provider, or a tokenizer where the provider did not say. */
  source: 'provider' | 'tokenizer';
}

export interface Completion {
  text: string;
  usage: TokenUsage;
  finish: string;
}

/**
 * A piece of the answer as it comes. At the end, once: what it cost, and why it ended, in OpenAI's words (`stop`, `length`,
 * `content_filter`).
 */
export type CompletionEvent = { text: string } | { usage: TokenUsage; finish: string };

export interface Model {
  id: string;
  /** Tokens that the messages of one call may have: the context less the room for the answer. */
  promptTokens: number;
  /** Tokens of the largest answer in a chat. */
  answerTokens: number;
}

/** A body, an answer, a chunk or an event of OpenAI's `POST /chat/completions` or `POST /responses`. */
export type OpenAiObject = Record<string, unknown>;

/**
 * A language model, or a server of several.
 *
 * Every method throws AppError with a `provider_` code or, if no model is configured, `not_configured`; after `signal`
 * was aborted its reason. A provider's own words are never part of an error: they may quote the prompt.
 */
export abstract class LanguageModel {
  /** The configured models, the default first. */
  abstract models(): Promise<readonly Model[]>;

  /** The whole answer, never empty. */
  abstract complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;

  /** The answer as it comes; ending the iteration ends the call. Ends with `usage`, or throws. */
  abstract stream(request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionEvent>;

  /**
   * Hands an OpenAI body through.
   *
   * @returns OpenAI's answer, with every field that its clients rely on
   */
  abstract relay(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;

  /** The same as OpenAI's chunks; `usage` is asked for, and stands in one of the last where the server says it. */
  abstract relayStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;

  /**
   * Hands a body of OpenAI's `POST /responses` through, whose tools are functions; where a server only knows chat
   * completions, as one of those.
   */
  abstract respond(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;

  /** The same as OpenAI's events, up to the one with the complete response. */
  abstract respondStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;

  /** Hands a body of OpenAI's `POST /embeddings` through. */
  abstract embed(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
}

/** The one of that name. @throws AppError `bad_request` where there is none */
export function chooseModel(models: readonly Model[], id: unknown): Model {
  const model = models.find((model) => model.id === id);
  if (model) return model;
  const message = 'must be one of the models that GET models lists';
  throw invalid('model', message);
}

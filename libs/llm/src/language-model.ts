import { invalid } from '@app/common';
import type { ProviderModel, ProviderSettings } from '@app/config';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** Images behind the text, as data URLs. */
  images?: readonly string[];
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
  /** Whether a policy may treat it as internal: all its providers are. */
  internal: boolean;
  /** Whether it accepts images. */
  images: boolean;
}

/** A body, an answer, a chunk or an event of a dialect. */
export type DialectObject = Record<string, unknown>;

/**
 * The forms of requests and answers: OpenAI's `POST /chat/completions` and `POST /responses`, Anthropic's
 * `POST /v1/messages`, and Gemini's `generateContent`, with the model's id in the body. `chat` is the internal form: a provider that does not speak the dialect of a request gets it as chat
 * completions.
 */
export const DIALECTS = ['chat', 'responses', 'messages', 'gemini'] as const;
export type Dialect = (typeof DIALECTS)[number];

/**
 * Called when a provider received a call, did not answer in time, and another one is asked: the first one may bill it. The
 * other one is asked after it has ended.
 */
export type OnLost = () => Promise<void>;

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
  abstract complete(request: CompletionRequest, signal: AbortSignal, onLost?: OnLost): Promise<Completion>;

  /** Yields the answer as it arrives, and `usage` at the end, or throws. Ending the iteration ends the call. */
  abstract stream(
    request: CompletionRequest,
    signal: AbortSignal,
    onLost?: OnLost,
  ): AsyncIterable<CompletionEvent>;

  /**
   * Forwards a body, translated if the provider does not speak its dialect.
   *
   * @returns the answer in the same dialect, with every field that clients rely on
   */
  abstract relay(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
    onLost?: OnLost,
  ): Promise<DialectObject>;

  /**
   * Like `relay`, but yields the chunks or events of the dialect. It requests the usage, which one of the last ones
   * contains if the provider supports it.
   */
  abstract relayStream(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
    onLost?: OnLost,
  ): AsyncIterable<DialectObject>;

  /** Forwards a body of OpenAI's `POST /embeddings`. */
  abstract embed(body: DialectObject, signal: AbortSignal, onLost?: OnLost): Promise<DialectObject>;
}

/** Returns the model with that id. @throws AppError `bad_request` if there is none */
export function chooseModel(models: readonly Model[], id: unknown): Model {
  const model = models.find((model) => model.id === id);
  if (model) return model;
  const message = 'must be one of the models that GET models lists';
  throw invalid('model', message);
}

export type Limits = Pick<ProviderSettings, 'contextTokens' | 'maxAnswerTokens' | 'answerTokens'> & {
  models: readonly (Pick<ProviderModel, 'id' | 'contextTokens'> & Partial<Pick<ProviderModel, 'images'>>)[];
  /** Default: true */
  internal?: boolean;
};

/** The answer limit of a model without a setting, and the share of the context that the answer may use. */
const MOST_ANSWER_TOKENS = 4096;
const ANSWER_SHARE = 1 / 4;

/** Returns a model with the limits from the settings. */
export function limitedModel(id: string, settings: Limits): Model {
  const { models, contextTokens, maxAnswerTokens, answerTokens, internal = true } = settings;
  const own = models.find((model) => model.id === id);
  const context = own?.contextTokens ?? contextTokens;
  const usual = Math.min(MOST_ANSWER_TOKENS, Math.floor(context * ANSWER_SHARE));
  const answer = answerTokens.get(id) ?? maxAnswerTokens ?? usual;
  return { id, promptTokens: context - answer, answerTokens: answer, internal, images: own?.images ?? true };
}

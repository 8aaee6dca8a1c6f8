import type { OpenAiObject } from './language-model';

/** The functions that forward a chat completion body, whole and streamed. */
export interface ChatRelay {
  relayChat(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
  relayChatStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;
}

import type { DialectObject } from './language-model';

/** The functions that forward a chat completion body, whole and streamed. */
export interface ChatRelay {
  relayChat(body: DialectObject, signal: AbortSignal): Promise<DialectObject>;
  relayChatStream(body: DialectObject, signal: AbortSignal): AsyncIterable<DialectObject>;
}

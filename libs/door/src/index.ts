/** The OpenAI-compatible door: existing clients get the privacy by changing a base URL. */
export { MAX_MESSAGES, MAX_STOPS, MAX_TEXTS, MAX_TOOLS } from './bounds';
export { CompleteChat } from './complete-chat';
export { DoorModule } from './door.module';
export type { DoorInput } from './hide-body';
export type { JsonObject } from './json-value';
export { StreamCompletion } from './stream-completion';

/** The OpenAI-compatible gateway: existing clients get the privacy by changing a base URL. */
export { CompleteChat } from './complete-chat';
export type { GatewayInput } from './hide-body';
export type { JsonObject } from './json';
export { OpenAiGatewayModule } from './openai-gateway.module';
export { MAX_MESSAGES, MAX_STOPS, MAX_TEXTS, MAX_TOOLS } from './reading/bounds';

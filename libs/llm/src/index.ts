/** Language models behind one port: any OpenAI-compatible server, or an echo for trials. */
export { BatchProviders, type BatchProvider } from './batches/batch-providers';
export { BatchServer, isRunning, type UpstreamBatch } from './batches/batch-server';
export { isAnswer, type BatchAnswer } from './batches/is-answer';
export { MAX_CHOICES, tooLarge } from './answer-bounds';
export { countMessageTokens, countTokens, estimateUsage, mostMessageTokens } from './count-tokens';
export { chooseModel, LanguageModel } from './language-model';
export type {
  ChatMessage,
  Completion,
  CompletionEvent,
  CompletionRequest,
  Dialect,
  Model,
  DialectObject,
  OnLost,
  TokenUsage,
} from './language-model';
export { createLanguageModel, LlmModule } from './llm.module';
export { Providers } from './providers/providers';
export { readContentUsage } from './gemini/chat-of-content';
export { readMessageUsage } from './anthropic/chat-of-message';
export { readUsage } from './openai-format';
export { estimateSent } from './sent-usage';
export { readResponseUsage } from './responses/response-usage';
export { tokenCount } from './token-count';

import type { ChatResult } from '@app/sessions';

/** The documented body of POST chat; total_tokens is a string there. */
export const chatResult = (result: ChatResult) => ({
  session_id: result.chatId,
  anonymized_prompt: result.anonymizedPrompt,
  replaced_response: result.replacedResponse,
  anonymized_values: result.anonymizedValues,
  total_tokens: String(result.totalTokens),
});

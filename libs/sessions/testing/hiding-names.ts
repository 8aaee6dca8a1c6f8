import type { PromptInput } from '../src/sending/prepare-prompt';

/** Returns a prompt in which names are hidden, in a new chat or the given one. */
export const hidingNames = (prompt: string, chatId?: string): PromptInput => ({
  prompt,
  choices: ['Names'],
  language: { code: 'en', regions: ['US'] },
  model: 'test-model',
  ...(chatId !== undefined && { chatId }),
});

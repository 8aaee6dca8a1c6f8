import { AppError } from '@app/common';
import { ChatModel } from './chat-model';

/** The model in production without a server: every call fails with the name of the missing setting. */
export class NoModel extends ChatModel {
  models = unconfigured;
  relayChat = unconfigured;
  embed = unconfigured;
  relayChatStream = unconfiguredStream;
}

const unconfigured = (): Promise<never> =>
  Promise.reject(
    new AppError('not_configured', 'No language model is configured: set LLM_BASE_URL or PROVIDERS'),
  );

const unconfiguredStream = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: unconfigured }),
});

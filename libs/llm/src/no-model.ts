import { AppError } from '@app/common';
import { ChatOnlyModel } from './responses/chat-only-model';

/** The model in production without a server: every call fails with the name of the missing setting. */
export class NoModel extends ChatOnlyModel {
  models = unconfigured;
  complete = unconfigured;
  relay = unconfigured;
  embed = unconfigured;
  stream = unconfiguredStream;
  relayStream = unconfiguredStream;
}

const unconfigured = (): Promise<never> =>
  Promise.reject(new AppError('not_configured', 'No language model is configured: set LLM_BASE_URL'));

const unconfiguredStream = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: unconfigured }),
});

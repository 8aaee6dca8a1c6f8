import { LanguageModel, type OpenAiObject } from '../language-model';
import { respondOverChat, respondStreamOverChat } from './respond-over-chat';

/** A model that answers responses with its chat completions. */
export abstract class ChatOnlyModel extends LanguageModel {
  respond(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    return respondOverChat(this, body, signal);
  }

  respondStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject> {
    return respondStreamOverChat(this, body, signal);
  }
}

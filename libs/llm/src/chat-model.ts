import { messageOverChat, messageStreamOverChat } from './anthropic/messages-over-chat';
import type { ChatRelay } from './chat-relay';
import { LanguageModel, type Dialect, type OpenAiObject } from './language-model';
import { respondOverChat, respondStreamOverChat } from './responses/respond-over-chat';

/** How a dialect is answered with chat completions. */
interface OverChat {
  whole(model: ChatRelay, body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
  stream(model: ChatRelay, body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;
}

const OVER_CHAT: Readonly<Record<Exclude<Dialect, 'chat'>, OverChat>> = {
  responses: { whole: respondOverChat, stream: respondStreamOverChat },
  messages: { whole: messageOverChat, stream: messageStreamOverChat },
};

/** A model that answers every dialect with its chat completions. */
export abstract class ChatModel extends LanguageModel implements ChatRelay {
  abstract relayChat(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject>;
  abstract relayChatStream(body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject>;

  /** The chat completions with which other dialects are answered. */
  protected get chat(): ChatRelay {
    return this;
  }

  relay(dialect: Dialect, body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    return dialect === 'chat'
      ? this.relayChat(body, signal)
      : OVER_CHAT[dialect].whole(this.chat, body, signal);
  }

  relayStream(dialect: Dialect, body: OpenAiObject, signal: AbortSignal): AsyncIterable<OpenAiObject> {
    return dialect === 'chat'
      ? this.relayChatStream(body, signal)
      : OVER_CHAT[dialect].stream(this.chat, body, signal);
  }
}

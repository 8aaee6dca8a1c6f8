import { messageOverChat, messageStreamOverChat } from './anthropic/messages-over-chat';
import { bodyOf, nonEmpty, readAnswer, readChunk, readUsage } from './openai-format';
import type { ChatRelay } from './chat-relay';
import { estimateUsage } from './count-tokens';
import { contentOverChat, contentStreamOverChat } from './gemini/content-over-chat';
import {
  LanguageModel,
  type Completion,
  type CompletionEvent,
  type CompletionRequest,
  type Dialect,
  type DialectObject,
  type TokenUsage,
} from './language-model';
import { respondOverChat, respondStreamOverChat } from './responses/respond-over-chat';

/** How a dialect is answered with chat completions. */
interface OverChat {
  whole(model: ChatRelay, body: DialectObject, signal: AbortSignal): Promise<DialectObject>;
  stream(model: ChatRelay, body: DialectObject, signal: AbortSignal): AsyncIterable<DialectObject>;
}

const OVER_CHAT: Readonly<Record<Exclude<Dialect, 'chat'>, OverChat>> = {
  responses: { whole: respondOverChat, stream: respondStreamOverChat },
  messages: { whole: messageOverChat, stream: messageStreamOverChat },
  gemini: { whole: contentOverChat, stream: contentStreamOverChat },
};

/** A model that answers every dialect with its chat completions. */
export abstract class ChatModel extends LanguageModel implements ChatRelay {
  abstract relayChat(body: DialectObject, signal: AbortSignal): Promise<DialectObject>;
  abstract relayChatStream(body: DialectObject, signal: AbortSignal): AsyncIterable<DialectObject>;

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const answer = await this.relayChat(bodyOf(request), signal);
    const { text, finish } = readAnswer(answer);
    return { text, finish, usage: readUsage(answer) ?? (await estimateUsage(request.messages, text)) };
  }

  async *stream(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    let text = '';
    let finish = 'stop';
    let usage: TokenUsage | undefined;
    for await (const chunk of this.relayChatStream(bodyOf(request), signal)) {
      const part = readChunk(chunk);
      usage = readUsage(chunk) ?? usage;
      finish = part.finish ?? finish;
      text += part.text;
      if (part.text) yield { text: part.text };
    }
    nonEmpty(text);
    yield { usage: usage ?? (await estimateUsage(request.messages, text)), finish };
  }

  /** The chat completions with which other dialects are answered. */
  protected get chat(): ChatRelay {
    return this;
  }

  relay(dialect: Dialect, body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    return dialect === 'chat'
      ? this.relayChat(body, signal)
      : OVER_CHAT[dialect].whole(this.chat, body, signal);
  }

  relayStream(dialect: Dialect, body: DialectObject, signal: AbortSignal): AsyncIterable<DialectObject> {
    return dialect === 'chat'
      ? this.relayChatStream(body, signal)
      : OVER_CHAT[dialect].stream(this.chat, body, signal);
  }
}

import type { ChatMessage, CompletionRequest, DialectObject } from './language-model';

/** Returns the body of a chat completion. With images, the content of a message has parts. */
export const bodyOf = ({ model, messages }: CompletionRequest): DialectObject => ({
  model,
  messages: messages.map(messageOf),
});

const messageOf = ({ images = [], ...message }: ChatMessage): DialectObject =>
  images.length === 0
    ? message
    : {
        ...message,
        content: [
          { type: 'text', text: message.content },
          ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
        ],
      };

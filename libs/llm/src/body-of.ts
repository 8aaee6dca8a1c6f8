import type { ChatMessage, CompletionRequest, OpenAiObject } from './language-model';

/** Returns the body of a chat completion. With images, the content of a message has parts. */
export const bodyOf = ({ model, messages }: CompletionRequest): OpenAiObject => ({
  model,
  messages: messages.map(messageOf),
});

const messageOf = ({ images = [], ...message }: ChatMessage): OpenAiObject =>
  images.length === 0
    ? message
    : {
        ...message,
        content: [
          { type: 'text', text: message.content },
          ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
        ],
      };

import type { ChatRelay } from '../chat-relay';
import { estimateUsage } from '../count-tokens';
import type { OpenAiObject } from '../language-model';
import { chatOfContents } from './chat-of-contents';
import { ContentChunks } from './content-of-chat';

/** Returns Gemini's answer from a model with chat completions. */
export async function contentOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): Promise<OpenAiObject> {
  const asked = chatOfContents(body);
  const chunks = new ContentChunks(body.model);
  const [answer] = chunks.write(await model.relayChat(asked, signal));
  await addUsage(chunks, asked);
  return { ...answer, usageMetadata: chunks.end().usageMetadata };
}

/** Like `contentOverChat`, but yields chunks. */
export async function* contentStreamOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): AsyncGenerator<OpenAiObject> {
  const asked = chatOfContents(body);
  const chunks = new ContentChunks(body.model);
  for await (const chunk of model.relayChatStream(asked, signal)) yield* chunks.write(chunk);
  await addUsage(chunks, asked);
  yield chunks.end();
}

/** Estimates the usage if the provider did not report it, because clients rely on it. */
async function addUsage(chunks: ContentChunks, { messages }: OpenAiObject): Promise<void> {
  if (chunks.hasUsage) return;
  const sent = (messages as OpenAiObject[]).map((message) => ({
    content: typeof message.content === 'string' ? message.content : JSON.stringify(message),
  }));
  chunks.setUsage(await estimateUsage(sent, chunks.text));
}

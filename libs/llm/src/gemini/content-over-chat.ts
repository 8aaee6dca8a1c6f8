import type { ChatRelay } from '../chat-relay';
import type { DialectObject } from '../language-model';
import { estimateChat } from '../sent-usage';
import { chatOfContents } from './chat-of-contents';
import { ContentChunks } from './content-of-chat';

/** Returns Gemini's answer from a model with chat completions. */
export async function contentOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): Promise<DialectObject> {
  const asked = chatOfContents(body);
  const chunks = new ContentChunks(body.model);
  const [answer] = chunks.write(await model.relayChat(asked, signal));
  if (!chunks.hasUsage) chunks.setUsage(await estimateChat(asked.messages, chunks.text));
  return { ...answer, usageMetadata: chunks.end().usageMetadata };
}

/** Like `contentOverChat`, but yields chunks. */
export async function* contentStreamOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): AsyncGenerator<DialectObject> {
  const asked = chatOfContents(body);
  const chunks = new ContentChunks(body.model);
  for await (const chunk of model.relayChatStream(asked, signal)) yield* chunks.write(chunk);
  if (!chunks.hasUsage) chunks.setUsage(await estimateChat(asked.messages, chunks.text));
  yield chunks.end();
}

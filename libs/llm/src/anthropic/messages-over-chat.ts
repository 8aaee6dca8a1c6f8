import type { ChatRelay } from '../chat-relay';
import { estimateUsage } from '../count-tokens';
import type { OpenAiObject } from '../language-model';
import { chatOfMessages } from './chat-of-messages';
import { MessageEvents } from './message-events';

/** Returns an Anthropic message from a model with chat completions. */
export async function messageOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): Promise<OpenAiObject> {
  const asked = chatOfMessages(body);
  const answer = await model.relayChat(asked, signal);
  const events = new MessageEvents(body.model);
  const [begun] = events.begin();
  events.write(answer);
  await addUsage(events, asked);
  events.end();
  return events.message(begun!);
}

/** Like `messageOverChat`, but yields Anthropic's events. */
export async function* messageStreamOverChat(
  model: ChatRelay,
  body: OpenAiObject,
  signal: AbortSignal,
): AsyncGenerator<OpenAiObject> {
  const asked = chatOfMessages(body);
  const events = new MessageEvents(body.model);
  let hasBegun = false;
  for await (const chunk of model.relayChatStream(asked, signal)) {
    if (!hasBegun) yield* events.begin();
    hasBegun = true;
    yield* events.write(chunk);
  }
  await addUsage(events, asked);
  yield* events.end();
}

/** Estimates the usage if the provider did not report it, because clients rely on it. */
async function addUsage(events: MessageEvents, { messages }: OpenAiObject): Promise<void> {
  if (events.hasUsage) return;
  const sent = (messages as OpenAiObject[]).map((message) => ({
    content: typeof message.content === 'string' ? message.content : JSON.stringify(message),
  }));
  events.setUsage(await estimateUsage(sent, events.text));
}

import type { ChatRelay } from '../chat-relay';
import type { DialectObject } from '../language-model';
import { estimateChat } from '../sent-usage';
import { chatOfMessages } from './chat-of-messages';
import { MessageEvents } from './message-events';

/** Returns an Anthropic message from a model with chat completions. */
export async function messageOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): Promise<DialectObject> {
  const asked = chatOfMessages(body);
  const answer = await model.relayChat(asked, signal);
  const events = new MessageEvents(body.model);
  const [begun] = events.begin();
  events.write(answer);
  if (!events.hasUsage) events.setUsage(await estimateChat(asked.messages, events.text));
  events.end();
  return events.message(begun!);
}

/** Like `messageOverChat`, but yields Anthropic's events. */
export async function* messageStreamOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): AsyncGenerator<DialectObject> {
  const asked = chatOfMessages(body);
  const events = new MessageEvents(body.model);
  let hasBegun = false;
  for await (const chunk of model.relayChatStream(asked, signal)) {
    if (!hasBegun) yield* events.begin();
    hasBegun = true;
    yield* events.write(chunk);
  }
  if (!events.hasUsage) events.setUsage(await estimateChat(asked.messages, events.text));
  yield* events.end();
}

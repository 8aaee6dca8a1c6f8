import type { ChatRelay } from '../chat-relay';
import type { DialectObject } from '../language-model';
import { estimateChat } from '../sent-usage';
import { toChatBody } from './chat-body';
import { ChatTools } from './chat-tools';
import { ResponseEvents } from './response-events';
import { estimatedUsage } from './response-usage';

/** Returns a response from a server that only supports chat completions. A whole answer is a stream of one chunk. */
export async function respondOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): Promise<DialectObject> {
  const tools = new ChatTools(body);
  const asked = toChatBody(body, tools);
  const answer = await model.relayChat(asked, signal);
  const events = eventsOf(body, tools);
  events.write(answer);
  const last = events.end(await usageOf(events, asked)).at(-1);
  return last!.response as DialectObject;
}

/** Like `respondOverChat`, but yields events. */
export async function* respondStreamOverChat(
  model: ChatRelay,
  body: DialectObject,
  signal: AbortSignal,
): AsyncGenerator<DialectObject> {
  const tools = new ChatTools(body);
  const asked = toChatBody(body, tools);
  const events = eventsOf(body, tools);
  let hasBegun = false;
  for await (const chunk of model.relayChatStream(asked, signal)) {
    if (!hasBegun) yield* events.begin();
    hasBegun = true;
    yield* events.write(chunk);
  }
  yield* events.end(await usageOf(events, asked));
}

const eventsOf = ({ model }: DialectObject, tools: ChatTools): ResponseEvents =>
  new ResponseEvents(model, Math.floor(Date.now() / 1000), tools);

/** Returns the usage, which clients of responses rely on. Many servers of chat completions omit it. */
async function usageOf(
  events: ResponseEvents,
  { messages }: DialectObject,
): Promise<DialectObject | undefined> {
  if (events.hasUsage) return undefined;
  return estimatedUsage(await estimateChat(messages, events.text));
}
